# Part of Platen: what a manifest makes, for GNU make. Include it, or copy the rule.
#
#   include platen.mk          # then: art: platen.stamp
#
# The plus has Platen take part in make's jobserver: with `make -j8` it uses what the rest of the build
# leaves idle, and gives it back. The stamp is touched when everything stands as it should; what it
# was made of is in platen.stamp.d, folders of inputs with it, so the rule runs again when any of it
# changes, comes or goes. --prune removes what was made of inputs that are gone.

PLATEN ?= platen
PLATEN_MANIFEST ?= platen.yaml
PLATEN_FLAGS ?= -q --prune

platen.stamp: $(PLATEN_MANIFEST)
	+$(PLATEN) run $< $(PLATEN_FLAGS) --stamp $@ --depfile $@.d

-include platen.stamp.d
