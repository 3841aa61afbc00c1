"""The way into the demonstration, on the pages of a club and of signing in, and what to look at in it."""

SLOTS = {
    "look-around": "demo/_look_around.html",
    "sign-in": "demo/_sign_ins.html",
    "club": "demo/_again.html",
    "today": "demo/_look_here.html",
}
