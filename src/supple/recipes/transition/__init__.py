"""One clip becomes another, or two become one between them: matched in time, mixed, with feet that stand."""
