"""The data model: frozen values, checked once on construction."""
