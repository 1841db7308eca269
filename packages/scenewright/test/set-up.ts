import { afterAll } from 'vitest'
import { cleanUp } from './clean-up.ts'

// Vitest runs this file anew before each file of tests, also where they share a process and all other modules.
afterAll(cleanUp)
