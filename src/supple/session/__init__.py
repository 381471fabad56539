"""The document that a person works on, its edits, history, journal and project file; complete without a browser."""
