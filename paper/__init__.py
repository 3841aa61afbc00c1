"""Paper: every sheet that is printed, its template, its data, and the process that makes a PDF of both."""
