"""What is known of human bodies in general: masses, ranges of joints, and which joints are hinges."""
