// Loaded ahead of a measured program (`node -r`), on both sides of a ratio: adds what a process has used, a line of
// JSON, to the file that the environment names. Node tells that to a process of itself alone.
'use strict'
const { appendFileSync } = require('node:fs')
const { isMainThread } = require('node:worker_threads')

// Worker threads load this too; the main thread's figures hold theirs.
if (isMainThread) {
  process.on('exit', () => {
    appendFileSync(process.env.SCENEWRIGHT_BENCH_RESOURCES, `${JSON.stringify(process.resourceUsage())}\n`)
  })
}
