import { setFlagsFromString } from 'node:v8'
import { afterAll } from 'vitest'
import { cleanUp } from './clean-up.ts'

// Vitest runs this file anew before each file of tests, also where they share a process and all other modules.
afterAll(cleanUp)

// Threads have the room for new objects that they have elsewhere: with that of this process, V8 ends it where a thread
// may use less memory.
for (const size of ['min', 'max']) setFlagsFromString(`--${size}-semi-space-size=0`)
