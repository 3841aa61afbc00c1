"""One tournament as a file: written, read, checked and restored, on any installation. docs/archive-format.md."""
