// Loaded ahead of the command line (`node -r`): V8 runs with its usual flags, whatever the program sets.
'use strict'
require('node:v8').setFlagsFromString = () => {}
