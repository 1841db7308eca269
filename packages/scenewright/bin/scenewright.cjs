#!/usr/bin/env node
'use strict'
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`scenewright needs Node 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(2)
}

const { load, keepCompiled } = require('./load.cjs')
load('main.cjs')
  .main()
  .then(exitCode => {
    if (process.exitCode === undefined) process.exitCode = exitCode
    keepCompiled()
  })
