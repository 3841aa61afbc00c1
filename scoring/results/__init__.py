"""Results that stay: the public page, its picture and files, the Master Points report and the director's own."""
