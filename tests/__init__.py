"""The promises of Salon, as tests."""
