from hypothesis import settings

settings.register_profile("unhurried", deadline=None)  # a first call imports; a loaded machine is slow
settings.load_profile("unhurried")
