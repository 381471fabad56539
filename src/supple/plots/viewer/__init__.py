"""``supple view``: a page that plays files, and the small server behind it, for this machine alone."""
