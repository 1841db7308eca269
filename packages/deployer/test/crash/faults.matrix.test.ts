import { OperationError } from '@scenewright/model'
import { beforeAll, expect, test } from 'vitest'
import { byTier } from '../../../../test/tier.ts'
import { adopt, readAdopted } from '../../src/adopt/adopt.ts'
import type { ApplyOptions } from '../../src/apply/run.ts'
import type { StateStore } from '../../src/store/store.ts'
import { desired } from '../workplace.ts'
import { newId, ofTheWorld } from './deployment.ts'
import { type FaultKind, faults } from './fault-proxy.ts'
import { atRequests, type Row, tryRows } from './matrix.ts'
import { adopted, byHandKey, everything, few, first, many, replaced } from './rounds.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})

/** These go wrong in deploys of every kind, the others in one that has less. */
const essential: ReadonlySet<FaultKind> = new Set([
  'a reset, nothing done',
  'a reset, done',
  'an answer cut before its id',
  'an answer cut behind its id',
  'a 502 of a gateway, done',
  'a time-out, done late',
])

const kinds = Object.keys(faults) as FaultKind[]

/** A request goes wrong on its way. */
const onTheWay = kinds.flatMap(kind => {
  const row = { kinds: [kind], home: 'file' } as const
  const rows = [atRequests({ ...row, name: kind, rounds: everything })]
  if (!essential.has(kind)) return rows
  return [
    ...rows,
    atRequests({ ...row, name: `${kind}, in a replacement`, rounds: replaced }),
    atRequests({ ...row, name: `${kind}, in a first deploy`, rounds: first, isFirst: true }),
  ]
})

/** The same where the state lies in git. A write there takes several processes, and deploys of many share writes. */
const inGit = byTier({
  once: [atRequests({ name: 'all faults, git', kinds, rounds: many, home: 'git', isSpread: true })],
  full: kinds.map(kind => atRequests({ name: `${kind}, git`, kinds: [kind], rounds: few, home: 'git' })),
})

const homes = [
  { home: 'file', rounds: everything },
  { home: 'git', rounds: few },
] as const

/** The run is told to stop while a request is on its way: it lets that end, or gives it up. */
const interrupted = homes.flatMap(({ home, rounds }) =>
  ([false, true] as const).map((isGivenUp): Row => {
    return {
      name: `an interrupt, a request ${isGivenUp ? 'is given up' : 'may end'}, ${home}`,
      rounds,
      home,
      async attempt({ traffic, apply, sources, openHome }, point, round) {
        const interrupt = new AbortController()
        const { signal } = interrupt
        traffic.fault = { at: point, act: () => interrupt.abort(), ...(isGivenUp && { kind: 'a time-out, done' }) }
        await apply(sources(round), { signal, store: await openHome(signal), pause: grace(isGivenUp ? 0 : undefined) })
        return traffic.count >= point
      },
    }
  }),
)

/** The run is told to stop while it writes the state. */
const interruptedWrites = homes.map(({ home, rounds }): Row => {
  return {
    name: `an interrupt at a write, ${home}`,
    rounds,
    home,
    async attempt({ apply, sources, openHome }, point, round) {
      const interrupt = new AbortController()
      const { signal } = interrupt
      const store = await openHome(signal)
      let count = 0
      const compareAndSwap: StateStore['compareAndSwap'] = (expected, text) => {
        count += 1
        if (count === point) interrupt.abort()
        return store.compareAndSwap(expected, text)
      }
      await apply(sources(round), { signal, store: { ...store, compareAndSwap }, pause: grace(undefined) })
      return count >= point
    },
  }
})

/** The wait before requests are given up: none, or until the run is through. */
function grace(ms: 0 | undefined): ApplyOptions['pause'] {
  return async (_ms, signal) => {
    if (ms === 0 || signal === undefined || signal.aborted) return
    await new Promise(resolve => signal.addEventListener('abort', resolve))
  }
}

/** A write of the state goes wrong: once, or from then on, as if its backend is gone. */
const atWrites = (
  [
    ['the reply of a write is lost', { isDone: true, lasts: false }],
    ['a write fails', { isDone: false, lasts: false }],
    ['the state backend is gone from a write on', { isDone: false, lasts: true }],
    ['the state backend is gone after a write', { isDone: true, lasts: true }],
  ] as const
).map(([name, { isDone, lasts }]): Row => {
  return {
    name,
    rounds: everything,
    home: 'file',
    async attempt({ apply, sources, openHome }, point, round) {
      const store = await openHome()
      let count = 0
      const isGone = () => count === point || (lasts && count > point)
      const compareAndSwap: StateStore['compareAndSwap'] = async (expected, text) => {
        count += 1
        const swap = isDone && count === point ? await store.compareAndSwap(expected, text) : undefined
        if (isGone()) throw new OperationError('state', 'the state backend does not answer')
        return swap ?? store.compareAndSwap(expected, text)
      }
      const read = () => (lasts && isGone() ? Promise.reject(new OperationError('state', 'gone')) : store.read())
      await apply(sources(round), { store: { ...store, read, compareAndSwap } })
      return count >= point
    },
  }
})

/** Another run is at work on the same state, and one of the two loses an answer. */
const twoAtOnce = homes.map(({ home, rounds }): Row => {
  return {
    name: `two runs at once, ${home}`,
    rounds,
    home,
    async attempt({ traffic, apply, sources, openHome }, point, round) {
      traffic.fault = { at: point, kind: 'a reset, done' }
      const run = async () => apply(sources(round), { store: await openHome() })
      await Promise.all([run(), run()])
      return traffic.count >= point
    },
  }
})

/** A person moves the state while a run is at work, until it succeeds; from then on all goes to the new home. */
const moved: Row = {
  name: 'the state moves meanwhile',
  rounds: everything,
  home: 'file',
  async attempt({ traffic, apply, sources, openHome, move }, point, round) {
    const next = { type: 'file', path: `state-${round}.json` } as const
    let early: Promise<unknown> = Promise.resolve()
    traffic.fault = {
      at: point,
      act: () => {
        early = move(next).catch(ofTheWorld)
      },
    }
    await apply(sources(round), { store: await openHome() })
    const count = traffic.count
    await early
    await move({ type: 'file', path: `state-${round}-again.json` })
    return count >= point
  },
}

/** A person adopts a record that was made by hand; its read or its write goes wrong, and the person tries again. */
const adoption: Row = {
  name: 'an adoption',
  rounds: adopted,
  home: 'file',
  async attempt({ traffic, client, environment, openHome, makeByHand, clock }, point, round) {
    const key = byHandKey(round)
    const id = await makeByHand(key)
    const { document } = desired(key, 'By hand')
    const { signal } = new AbortController()
    const takeOver = async (store: StateStore) => {
      const [record] = await readAdopted([{ key, id }], {
        client,
        environment,
        signal,
        onRead: () => {},
        wait: async () => {},
      })
      const read = { key, id, document, ...(record !== undefined && { record }) }
      await adopt([read], { store, environment, run: { id: newId() }, now: () => clock.now, pause: async () => {} })
    }
    const store = await openHome()
    const [isRead, isDone] = [point === 1, point === 2]
    const compareAndSwap: StateStore['compareAndSwap'] = async (expected, text) => {
      if (isDone) await store.compareAndSwap(expected, text)
      throw new OperationError('state', 'the state backend does not answer')
    }
    if (isRead) traffic.fault = { at: 1, kind: 'a reset, nothing done' }
    await takeOver(isRead ? store : { ...store, compareAndSwap }).catch(ofTheWorld)
    traffic.fault = undefined
    await takeOver(store)
    return point <= 3
  },
}

test('a deploy with any failure ends with one record per key', async () => {
  const tried = await tryRows(stage, [
    ...onTheWay,
    ...inGit,
    ...interrupted,
    ...interruptedWrites,
    ...atWrites,
    ...twoAtOnce,
    moved,
    adoption,
  ])
  const points = [...tried.values()].reduce((sum, one) => sum + one, 0)
  console.log(`crash matrix: ${points} fault points in ${tried.size} rows, each brought to its end`)
  for (const [name, count] of tried) expect(count, name).toBeGreaterThan(byTier({ once: 0, full: 1 }))
  expect(points).toBeGreaterThan(byTier({ once: 90, full: 200 }))
})
