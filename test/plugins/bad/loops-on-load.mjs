// An endless loop as soon as the module is loaded.
for (;;);
