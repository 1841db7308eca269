import { expect, test } from 'vitest'
import { watchDeadline } from '../src/store/deadline.ts'
import { testClock } from './test-clock.ts'

/** Begins exchanges that never end, on a clock of their own. */
function watched({ timeoutMs, graceMs }: { readonly timeoutMs: number; readonly graceMs: number }) {
  const controller = new AbortController()
  const clock = testClock()
  const begin = () => {
    const exchange = { isGivenUp: false, forget: () => {} }
    exchange.forget = watchDeadline({ timeoutMs, graceMs, signal: controller.signal, clock }, () => {
      exchange.isGivenUp = true
    })
    return exchange
  }
  return { controller, clock, begin }
}

test('an exchange is aborted at its deadline, and not before', () => {
  const { clock, begin } = watched({ timeoutMs: 50, graceMs: 10_000 })
  const exchange = begin()
  clock.advance(49)
  expect(exchange.isGivenUp).toBe(false)
  clock.advance(1)
  expect(exchange.isGivenUp).toBe(true)
})

test('a run that is ending has one grace period for all of its exchanges', () => {
  const { controller, clock, begin } = watched({ timeoutMs: 60_000, graceMs: 1_500 })
  const first = begin()
  clock.advance(10_000)
  controller.abort()
  clock.advance(900)
  const second = begin()
  clock.advance(599)
  expect([first.isGivenUp, second.isGivenUp]).toEqual([false, false])
  clock.advance(1)
  expect([first.isGivenUp, second.isGivenUp]).toEqual([true, true])
})

test('an exchange that begins after the grace period gets half a second', () => {
  const { controller, clock, begin } = watched({ timeoutMs: 60_000, graceMs: 1_500 })
  begin()
  controller.abort()
  clock.advance(5_000)
  const late = begin()
  clock.advance(499)
  expect(late.isGivenUp).toBe(false)
  clock.advance(1)
  expect(late.isGivenUp).toBe(true)
})

test('an exchange that ended in time is not aborted', () => {
  const { controller, clock, begin } = watched({ timeoutMs: 30, graceMs: 30 })
  const exchange = begin()
  exchange.forget()
  controller.abort()
  clock.advance(80)
  expect(exchange.isGivenUp).toBe(false)
})
