"""The data of this repository in the forms of other tools, each with what that form cannot say."""
