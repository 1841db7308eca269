// A database that lives for seconds is not worth compiling twice: half of the processor time of its start.
'use strict'
require('node:v8').setFlagsFromString('--liftoff-only')
