"""Files in and out. One folder or file per format; ``registry`` knows them all by suffix."""
