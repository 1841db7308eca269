// A thread that takes a share of many sources.
'use strict'
require('./load.cjs').load('main.cjs').work()
