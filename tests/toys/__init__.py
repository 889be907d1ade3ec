"""Two games of about 40 lines that stretch the contract where Ciao Ciao does not."""
