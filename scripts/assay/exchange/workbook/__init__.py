"""The gold set as a spreadsheet that experts edit, and what they changed merged back."""
