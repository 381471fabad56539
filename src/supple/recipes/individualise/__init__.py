"""One person's walk made another person's: joint weights, found or given, with feet that stand."""
