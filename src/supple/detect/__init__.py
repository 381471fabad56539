"""What a motion keeps: contacts, events, geometric constraints."""
