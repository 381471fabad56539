"""Walk on another ground: contacts go onto it, the body follows, and ducks where there is no room."""
