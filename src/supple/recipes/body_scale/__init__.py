"""The same motion on a body of other proportions."""
