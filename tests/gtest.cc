// Nothing of its own: the precompiled header of the tests is made with it.
