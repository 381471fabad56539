"""What an edit must keep to, judged from outside: the cases, the measures, and which bars fail."""
