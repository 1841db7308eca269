import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { StateStore } from '../src/index.ts'

/** A place that stores can be opened on, each as another process would. */
export interface StoreHome {
  open(): StateStore
}

/** What every home of a state has to do. */
export function describeStore(name: string, makeHome: () => Promise<StoreHome>): void {
  test(`${name}: nothing was written`, async () => {
    expect(await (await makeHome()).open().read()).toBeNull()
  })

  test(`${name}: what is swapped in is read by another, to the byte`, async () => {
    const home = await makeHome()
    const text = '{"é":"\u0000\\ud800"}\n'
    const swap = await home.open().compareAndSwap(null, text)
    expect(await home.open().read()).toEqual({ text, token: swap.isSwapped ? swap.token : '' })
  })

  test(`${name}: only the token of the present text is taken`, async () => {
    const home = await makeHome()
    const [one, other] = [home.open(), home.open()]
    const first = await one.compareAndSwap(null, 'first')
    const token = first.isSwapped ? first.token : ''
    expect(await other.compareAndSwap(null, 'second')).toEqual({ isSwapped: false })
    expect(await other.compareAndSwap('another', 'second')).toEqual({ isSwapped: false })
    expect(await other.compareAndSwap(token, 'second')).toMatchObject({ isSwapped: true })
    expect(await one.compareAndSwap(token, 'third')).toEqual({ isSwapped: false })
    expect((await one.read())?.text).toBe('second')
  })

  test(`${name}: of many that swap at once, one wins each time`, async () => {
    const home = await makeHome()
    const rounds = 4
    const writers = 8
    for (let round = 0; round < rounds; round += 1) {
      const token = (await home.open().read())?.token ?? null
      const swaps = await Promise.all(
        Array.from({ length: writers }, (_, writer) =>
          home.open().compareAndSwap(token, `round ${round} by ${writer}`),
        ),
      )
      expect(swaps.filter(({ isSwapped }) => isSwapped)).toHaveLength(1)
      const winner = swaps.findIndex(({ isSwapped }) => isSwapped)
      expect((await home.open().read())?.text).toBe(`round ${round} by ${winner}`)
    }
  })

  test(`${name}: a blob is kept under its hash, however often`, async () => {
    const home = await makeHome()
    await home.open().compareAndSwap(null, 'state')
    const text = '{"a":"ü"}'
    const hash = createHash('sha256').update(text).digest('hex')
    const hashes = await Promise.all([1, 2, 3].map(() => home.open().putBlob(text)))
    expect(new Set(hashes)).toEqual(new Set([hash]))
    expect(await home.open().getBlob(hash)).toBe(text)
  })

  test.each(['', '../state', 'a'.repeat(64), '__proto__'])(`${name}: no blob is kept under %j`, async hash => {
    const store = (await makeHome()).open()
    await store.compareAndSwap(null, 'state')
    expect(await store.getBlob(hash)).toBeUndefined()
  })
}
