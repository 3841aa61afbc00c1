SLOTS = {
    "club": "paper/_club_logo.html",
    "results-head": "paper/_results_head.html",
    "results-picture": "paper/_results_picture.html",
    "results-logo": "paper/_results_logo.html",
    "today": "paper/_today.html",
    "print-sign-in": "paper/_print_sign_in.html",
    "print-badges": "paper/_print_badges.html",
    "print-slip": "paper/_print_slip.html",
    "print-itineraries": "paper/_print_itineraries.html",
    "print-first": "paper/_print_first.html",
    "print-round": "paper/_print_round.html",
}
