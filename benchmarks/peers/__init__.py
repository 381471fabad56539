"""Other people's inverse kinematics on bodies exported from Supple, each at its best settings."""
