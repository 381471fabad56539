"""What tests share: tolerances, small motions, the folder of real files."""
