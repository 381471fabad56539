"""What a person wants, in sentences made of the layers below."""
