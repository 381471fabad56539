"""What metrics are made of: each file measures one thing; docs/metrics.md defines them all."""
