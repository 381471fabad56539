"""Characters that walk by themselves: footprints are planned ahead, feet roll over them, and legs are solved."""
