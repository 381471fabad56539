"""Walk along another path over the ground."""
