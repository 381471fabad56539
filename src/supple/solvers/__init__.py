"""From a motion and wishes to another motion and an honest report."""
