import { expect, test } from 'vitest'
import { deliverySchedule, nextWait, readRetryAfter } from '../src/webhooks/send-result.ts'

const minute = 60_000

test.each([
  [1, 5000],
  [2, 30_000],
  [3, 2 * minute],
  [4, 10 * minute],
  [5, 30 * minute],
  [6, 120 * minute],
  [7, 300 * minute],
])('after attempt %i the next is in %i ms, plus or minus a fifth', (attempts, ms) => {
  expect(nextWait(deliverySchedule, attempts, { random: 0 })).toBeCloseTo(ms * 0.8)
  expect(nextWait(deliverySchedule, attempts, { random: 0.5 })).toBeCloseTo(ms)
  expect(nextWait(deliverySchedule, attempts, { random: 1 })).toBeCloseTo(ms * 1.2)
})

test('after the eighth attempt there is none', () => {
  expect(nextWait(deliverySchedule, 8, { random: 0.5 })).toBeUndefined()
})

test.each([
  [20_000, 20_000],
  [1000, 5000],
  [24 * 60 * minute, 60 * minute],
])('a receiver that asks for %i ms gets %i', (askedMs, ms) => {
  expect(nextWait(deliverySchedule, 1, { random: 0.5, askedMs })).toBe(ms)
})

test.each([
  [undefined, undefined],
  ['120', 120_000],
  ['Sat, 21 Nov 2026 10:00:10 GMT', 10_000],
  ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
  ['soon', undefined],
  ['-1', undefined],
])('Retry-After: %s', (header, ms) => {
  expect(readRetryAfter(header, new Date('2026-11-21T10:00:00.000Z'))).toBe(ms)
})
