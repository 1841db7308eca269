// Loaded ahead of a measured program (`node -r`), on both sides of a ratio: adds what a process has used, a line of
// JSON, to the file that the environment names. Node tells that to a process of itself alone.
'use strict'
const { appendFileSync, readFileSync } = require('node:fs')
const { isMainThread } = require('node:worker_threads')

// Worker threads load this too; the main thread's figures hold theirs.
if (isMainThread) {
  process.on('exit', () => {
    const usage = { ...process.resourceUsage(), ...ownPeak() }
    appendFileSync(process.env.SCENEWRIGHT_BENCH_RESOURCES, `${JSON.stringify(usage)}\n`)
  })
}

/** What Linux says of the process itself: `maxRSS` begins with what its parent held when it was forked. */
function ownPeak() {
  try {
    const [, kibibytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
    return kibibytes === undefined ? {} : { maxRSS: Number(kibibytes) }
  } catch {
    return {}
  }
}
