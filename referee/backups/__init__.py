"""An event saved as one file, from which an empty server has it again."""
