"""A page about a whole data set: what happened to each clip, the worst first, what stands out."""
