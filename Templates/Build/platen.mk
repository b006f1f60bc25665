# Part of Platen: what a manifest makes, for GNU make. Include it, or copy the rule.
#
#   include platen.mk          # then: art: platen.stamp
#
# The plus has Platen take part in make's jobserver: with `make -j8` it uses what the rest of the build
# leaves idle, and gives it back. The stamp is touched when everything stands as it should; what it
# was made of is in platen.stamp.d, so the rule runs again when any of it changes.

PLATEN ?= platen
PLATEN_MANIFEST ?= platen.yaml
PLATEN_FLAGS ?= -q

platen.stamp: $(PLATEN_MANIFEST)
	+$(PLATEN) run $< $(PLATEN_FLAGS) --stamp $@ --deps $@.d

-include platen.stamp.d
