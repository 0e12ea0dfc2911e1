"""Small faults put into the product: do the tests of each change find as many as all did before?"""
