import { setFlagsFromString } from 'node:v8'
import fc from 'fast-check'
import { afterAll } from 'vitest'
import { cleanUp } from './clean-up.ts'

// Vitest runs this file anew before each file of tests, also where they share a process and all other modules.
afterAll(cleanUp)

// The same random input in each run, so that a failure is one of the change. The variable tries others.
fc.configureGlobal({ seed: Number(process.env.SCENEWRIGHT_TEST_SEED ?? 1) })

// For threads that start from here on. With the larger room for new objects that this process has, a thread whose memory
// is limited would end it.
setFlagsFromString('--max-semi-space-size=0')
