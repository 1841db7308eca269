import { expect, test } from 'vitest'
import { watchPatience } from '../src/store/patience.ts'

/** How long an exchange that never ends is waited for, in milliseconds. */
function waited(patience: Parameters<typeof watchPatience>[0]): Promise<number> {
  const began = performance.now()
  return new Promise(done => {
    const forget = watchPatience(patience, () => {
      forget()
      done(performance.now() - began)
    })
  })
}

test('an exchange is given up after its time', async () => {
  const { signal } = new AbortController()
  expect(await waited({ timeoutMs: 50, graceMs: 10_000, signal })).toBeLessThan(2_000)
})

test('a run that is ending gives all of its exchanges one grace', async () => {
  const controller = new AbortController()
  const patience = { timeoutMs: 60_000, graceMs: 1_500, signal: controller.signal }
  const first = waited(patience)
  controller.abort()
  expect(await first).toBeGreaterThan(1_400)
  expect(await waited(patience)).toBeLessThan(1_300)
})

test('an exchange that ended in time is not given up', async () => {
  const controller = new AbortController()
  let isGivenUp = false
  const forget = watchPatience({ timeoutMs: 30, graceMs: 30, signal: controller.signal }, () => {
    isGivenUp = true
  })
  forget()
  controller.abort()
  await new Promise(done => setTimeout(done, 80))
  expect(isGivenUp).toBe(false)
})
