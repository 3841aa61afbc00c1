"""The way into the demonstration, on the pages of a club and of signing in."""

SLOTS = {
    "look-around": "demo/_look_around.html",
    "sign-in": "demo/_sign_ins.html",
    "club": "demo/_again.html",
}
