"""What every game shares: the contract, luck, the table, the laws. Imports nothing of ours."""
