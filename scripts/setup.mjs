import { makeReady } from './build/ready.mjs'

try {
  await makeReady()
} catch (error) {
  console.error(`The set-up failed: ${error.message}`)
  process.exitCode = 1
}
