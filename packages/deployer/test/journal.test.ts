import { OperationError } from '@scenewright/model'
import { expect, test } from 'vitest'
import { withJournal } from '../src/state/changes.ts'
import type { State } from '../src/state/state.ts'
import { openFileState } from '../src/store/file-store.ts'
import { StateWriter } from '../src/store/state-writer.ts'
import type { StateStore } from '../src/store/store.ts'
import { temporaryFolder } from './workplace.ts'

const at = '2030-01-01T00:00:00.000Z'
const empty: State = {
  format: 1,
  lineage: 'l',
  serial: 0,
  tool: '0.1.0',
  environment: { name: 'prod', url: 'https://bots.example.com', bot: 'b' },
  scenarios: {},
  journal: { entries: [] },
}

test('a long journal is archived without losing an entry, and the state stays small', async () => {
  const store = openFileState(`${await temporaryFolder()}/prod.json`)
  const writer = new StateWriter(
    store,
    () => empty,
    async () => {},
  )
  const total = 1200
  for (let run = 0; run < total; run += 100) {
    const entries = Array.from({ length: 100 }, (_, index) => `r${run + index}`)
    await writer.change(state =>
      entries.reduce((next, name) => withJournal(next, { at, run: name, key: 'a', what: 'updated' }), state),
    )
  }
  const state = await writer.read()
  expect(state?.journal.entries.length).toBeLessThanOrEqual(500)
  const runs: string[] = []
  for (let part = state?.journal; part !== undefined; ) {
    runs.unshift(...part.entries.map(({ run }) => run))
    const older: string | undefined = part.previous && (await store.getBlob(part.previous))
    part = older === undefined ? undefined : JSON.parse(older)
  }
  expect(runs).toEqual(Array.from({ length: total }, (_, index) => `r${index}`))
})

test('a rejected change does not stop the others that share its write', async () => {
  const store = openFileState(`${await temporaryFolder()}/prod.json`)
  const writer = new StateWriter(
    store,
    () => empty,
    async () => {},
  )
  const refusal = new Error('no')
  const ends = await Promise.allSettled([
    writer.change(state => withJournal(state, { at, run: 'one', key: 'a', what: 'updated' })),
    writer.change(() => {
      throw refusal
    }),
    writer.change(state => withJournal(state, { at, run: 'two', key: 'a', what: 'updated' })),
    writer.change(state => state),
  ])
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect((await writer.read())?.journal.entries.map(({ run }) => run)).toEqual(['one', 'two'])
})

test('a write survives other runs and two errors in a row, and says which of them ended it', async () => {
  const store = openFileState(`${await temporaryFolder()}/prod.json`)
  const written = async (results: readonly ('lost' | 'error')[]) => {
    const left = [...results]
    const scripted: StateStore = {
      ...store,
      async compareAndSwap(expected, text) {
        const result = left.shift()
        if (result === 'error') throw new OperationError('state', 'the disk is full')
        return result === 'lost' ? { isSwapped: false } : store.compareAndSwap(expected, text)
      },
    }
    const writer = new StateWriter(
      scripted,
      () => empty,
      async () => {},
    )
    await writer.change(state => withJournal(state, { at, run: 'one', key: 'a', what: 'updated' }))
  }
  await written(['lost', 'lost', 'error', 'error', 'lost', 'error', 'error'])
  await expect(written(['lost', 'error', 'error', 'error'])).rejects.toThrow('the disk is full')
  const busy = Array.from({ length: 50 }, () => 'lost' as const)
  await expect(written(['error', ...busy])).rejects.toThrow('was repeatedly written by other runs')
})
