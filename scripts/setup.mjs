import { makeReady } from './build/ready.mjs'

await makeReady()
