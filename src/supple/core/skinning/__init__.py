"""A mesh that moves with a skeleton: object mapping, simple and smooth skinning."""
