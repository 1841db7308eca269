import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { StateStore, Swap } from '../src/store/store.ts'

/** A place that stores can be opened on, each as another process would. */
export interface StoreHome {
  open(): StateStore
}

const swapsInARow = 8

/** The tests that every state backend passes. */
export function describeStore(name: string, makeHome: () => Promise<StoreHome>): void {
  test(`${name}: nothing was written`, async () => {
    expect(await (await makeHome()).open().read()).toBeNull()
  })

  test(`${name}: a stored state is read by another client, byte for byte`, async () => {
    const home = await makeHome()
    const text = '{"é":"\u0000\\ud800"}\n'
    const swap = await home.open().compareAndSwap(null, text)
    expect(await home.open().read()).toEqual({ text, token: tokenOf(swap) })
  })

  test(`${name}: only the token of the present text is accepted`, async () => {
    const home = await makeHome()
    const [one, other] = [home.open(), home.open()]
    const first = await one.compareAndSwap(null, 'first')
    const token = tokenOf(first)
    expect(await other.compareAndSwap(null, 'second')).toEqual({ isSwapped: false })
    expect(await other.compareAndSwap('another', 'second')).toEqual({ isSwapped: false })
    expect(await other.compareAndSwap(token, 'second')).toMatchObject({ isSwapped: true })
    expect(await one.compareAndSwap(token, 'third')).toEqual({ isSwapped: false })
    expect((await one.read())?.text).toBe('second')
  })

  test(`${name}: of many concurrent swaps, one wins each time`, async () => {
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

  test(`${name}: a blob is stored once under its hash, and others can read it with the state that names it`, async () => {
    const home = await makeHome()
    const writer = home.open()
    const first = await writer.compareAndSwap(null, 'state')
    const text = '{"a":"ü\u2028"}'
    const hash = createHash('sha256').update(text).digest('hex')
    const hashes = await Promise.all([1, 2, 3].map(() => writer.putBlob(text)))
    expect(new Set(hashes)).toEqual(new Set([hash]))
    expect(await writer.getBlob(hash)).toBe(text)
    const second = await writer.compareAndSwap(tokenOf(first), `names ${hash}`)
    const third = await writer.compareAndSwap(tokenOf(second), `still names ${hash}`)
    expect(third.isSwapped).toBe(true)
    expect(await home.open().getBlob(hash)).toBe(text)
  })

  test(`${name}: a blob outlives a swap that failed because of another one`, async () => {
    const home = await makeHome()
    const [one, other] = [home.open(), home.open()]
    const first = await one.compareAndSwap(null, 'state')
    const token = tokenOf(first)
    const hash = await one.putBlob('payload')
    const second = await other.compareAndSwap(token, 'by the other')
    expect(await one.compareAndSwap(token, `names ${hash}`)).toEqual({ isSwapped: false })
    expect(await one.compareAndSwap(tokenOf(second), `names ${hash}`)).toMatchObject({ isSwapped: true })
    expect(await other.getBlob(hash)).toBe('payload')
  })

  test(`${name}: many blobs are written and read concurrently`, async () => {
    const home = await makeHome()
    const writer = home.open()
    const first = await writer.compareAndSwap(null, 'state')
    const texts = Array.from({ length: 60 }, (_, index) => `{"number":${index}}`)
    const hashes = await Promise.all(texts.map(text => writer.putBlob(text)))
    await writer.compareAndSwap(tokenOf(first), hashes.join(' '))
    const reader = home.open()
    expect(await Promise.all(hashes.map(hash => reader.getBlob(hash)))).toEqual(texts)
  })

  test(`${name}: a state of two megabytes, in many scripts, is stored byte for byte`, async () => {
    const home = await makeHome()
    const text = 'Привет, 世界, \u{1F600} \\ "\r\n'.repeat(70_000)
    expect(Buffer.byteLength(text)).toBeGreaterThan(2_000_000)
    await home.open().compareAndSwap(null, text)
    expect((await home.open().read())?.text).toBe(text)
  })

  test(`${name}: eight swaps in a row, each on the token of the last`, async () => {
    const store = (await makeHome()).open()
    let token: string | null = null
    for (let round = 0; round < swapsInARow; round += 1) {
      const swap = await store.compareAndSwap(token, `{"serial":${round}}`)
      expect(swap.isSwapped).toBe(true)
      token = tokenOf(swap)
    }
    expect(await store.read()).toEqual({ text: `{"serial":${swapsInARow - 1}}`, token })
  })

  test.each(['', '../state', 'a'.repeat(64), '__proto__'])(`${name}: no blob is stored under %j`, async hash => {
    const store = (await makeHome()).open()
    await store.compareAndSwap(null, 'state')
    expect(await store.getBlob(hash)).toBeUndefined()
  })
}

function tokenOf(swap: Swap): string {
  return swap.isSwapped ? swap.token : ''
}
