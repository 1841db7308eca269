import { setFlagsFromString } from 'node:v8'
import { afterAll } from 'vitest'
import { cleanUp } from './clean-up.ts'

// Vitest runs this file anew before each file of tests, also where they share a process and all other modules.
afterAll(cleanUp)

// For threads that start from here on. With the larger room for new objects that this process has, a thread whose memory
// is limited would end it.
for (const size of ['min', 'max']) setFlagsFromString(`--${size}-semi-space-size=0`)
