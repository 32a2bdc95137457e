"""Records of foreign files of any shape, and which field of them is which of ours."""
