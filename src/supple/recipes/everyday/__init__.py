"""Small changes that people make all day: each is one array recipe, and keeps contacts, rest rows and units in step."""
