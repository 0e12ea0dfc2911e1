"""What every page of the organiser's console is made of."""
