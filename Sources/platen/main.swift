print("platen")
