"""``supple render``: pictures, film strips and films of figures, drawn without a screen."""
