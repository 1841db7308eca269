import { adopt, readAdopted } from '../../src/adopt/adopt.ts'
import { moveState } from '../../src/backup/move-state.ts'
import type { Goal } from '../../src/goals/goal.ts'
import {
  type ApplySummary,
  apply,
  type Plan,
  plan,
  type Resolution,
  resolve,
  type TargetEnvironment,
} from '../../src/index.ts'
import { entryOf, recordsOf } from '../../src/state/changes.ts'
import { readState } from '../../src/state/read-state.ts'
import type { Receipt, VoidReceipt } from '../../src/state/receipt.ts'
import type { Intent, State } from '../../src/state/state.ts'
import type { StateStore } from '../../src/store/store.ts'
import { desired } from '../workplace.ts'
import { type ModelHome, modelHome, openModelHome, openModelReceipts } from './home.ts'
import { type Actor, allAtRest, Scheduler } from './scheduler.ts'
import { type ModelService, modelService } from './service.ts'

/** How long a request may take, and how long after that it may take effect, in milliseconds. */
export const timeoutMs = 1000
const settleMs = 60_000

/** What is taken out of the protocol, to see that the model notices. */
export interface Mutation {
  /** The settle window that the deployer believes in; the service's own stays as it is. */
  readonly settleMs?: number
  /** The view of one process on the state backend. `isMove`: it moves the state. */
  readonly home?: (store: StateStore, isMove: boolean) => StateStore
}

/** Some programs, some persons, a service and a state backend, in one order of all that they do. */
export interface World {
  readonly scheduler: Scheduler
  readonly service: ModelService
  /** What is wrong for good; the first stands for what follows. */
  readonly broken: string[]
  /** The key that a scenario made by hand is adopted under, once it is. */
  readonly adopted: string | undefined
  /** The record that was made by hand and that no state has. */
  readonly unadopted: string | undefined
  /** Whether the state came to another home. */
  readonly wasMoved: boolean
  /** Whether a person edited a record on the service: only a person's word overwrites that. */
  readonly wasEdited: boolean
  /**
   * Begins an apply, of the machine with this number; it goes on whenever it is picked. `isOld`: its config names the
   * home that the state left.
   */
  startApply(goal: Goal, machine: number, isOld?: boolean): void
  /** From now on, runs wait to put much into one write. */
  slowDown(): void
  /** A person moves the state to the other home. */
  startMove(): void
  /** A person makes a scenario by hand, once, and adopts it. */
  startAdoption(): void
  /** A person edits a record of the state on the service. */
  editByHand(choice: number): void
  /** Tells the applies at work to stop. */
  interrupt(): void
  /** A person looks at the service, and says what is there; nothing where nothing is open. */
  startPerson(choice: number): void
  /** Time goes by. What is still under way by its deadline arrives before it, or never. */
  pass(ms: number): void
  /** A request, or a write of a state, that is still under way arrives. */
  deliver(choice: number): void
  state(): State | null
  plan(goal: Goal): Plan
}

export function createWorld(choices: readonly number[], mutation: Mutation = {}): World {
  const scheduler = new Scheduler(choices)
  const clock = { now: Date.UTC(2030, 0, 1) }
  const homes = [modelHome('first'), modelHome('second')] as const
  let home: ModelHome = homes[0]
  /** The one that a config named before. */
  let oldHome: ModelHome | undefined
  const otherHome = () => (home === homes[0] ? homes[1] : homes[0])
  const moveTo = (to: ModelHome) => {
    oldHome = home
    home = to
  }
  const broken: string[] = []
  const environment: TargetEnvironment = {
    name: 'prod',
    url: 'https://bots.example.com',
    bot: 'bot-1',
    timeoutMs,
    settleMs: mutation.settleMs ?? settleMs,
  }
  const isMutant = mutation.settleMs !== undefined || mutation.home !== undefined
  const used = new Set<string>()
  const service = modelService({
    scheduler,
    clock,
    latenessMs: settleMs,
    onCreate: (title, { name }) => {
      const intents = homes.flatMap(one => intentsIn(one, title.replace('Title of ', '')))
      const own = intents.find(({ run, kind, op_id }) => run === name && kind === 'create' && !used.has(op_id))
      if (own === undefined && !isMutant) broken.push(`a create of "${title}" left without an intent of its own`)
      if (own !== undefined) used.add(own.op_id)
    },
  })
  const machines: (Receipt | VoidReceipt)[][] = []
  const live = new Set<{ actor: Actor; interrupt: AbortController }>()
  let lastId = 0
  const newId = () => `i${++lastId}`
  let latest: { readonly text: string; readonly state: State } | null = null
  const state = () => {
    if (home.text === null) return null
    if (latest?.text !== home.text) latest = { text: home.text, state: readState(home.text, 'memory') }
    return latest.state
  }

  const openHome = (actor: Actor, which = home, isMove = false) => {
    const store = openModelHome(which, scheduler, actor)
    return mutation.home === undefined ? store : mutation.home(store, isMove)
  }
  const newActor = (): Actor => ({ name: newId(), isDead: false })
  const pauseOf = (actor: Actor) => (_ms?: number, signal?: AbortSignal) =>
    scheduler.effect<void>(actor, [() => {}], signal).catch(() => {})
  let byHand: string | undefined
  let adopted: string | undefined
  let wasEdited = false
  const isKnown = (id: string) => Object.values(state()?.scenarios ?? {}).some(entry => recordsOf(entry).includes(id))

  /** What ends with an error refuses to go on, and has said so to a person; all that counts is what it left. */
  const forget = (error: unknown) => {
    if (error instanceof TypeError) broken.push(String(error))
  }

  return {
    scheduler,
    service,
    broken,
    state,
    get adopted() {
      return adopted
    },
    get unadopted() {
      return byHand !== undefined && !isKnown(byHand) ? byHand : undefined
    },
    get wasMoved() {
      return oldHome !== undefined
    },
    get wasEdited() {
      return wasEdited
    },
    startApply(goal, machine, isOld = false) {
      const actor = newActor()
      const interrupt = new AbortController()
      const one = { actor, interrupt }
      live.add(one)
      machines[machine] ??= []
      const done: Promise<ApplySummary> = apply({
        store: openHome(actor, isOld ? oldHome : home),
        client: service.client(actor),
        receipts: openModelReceipts(machines[machine], scheduler, actor),
        goal,
        environment,
        run: { id: actor.name },
        tool: '0.1.0',
        now: () => clock.now,
        newId,
        pause: pauseOf(actor),
        signal: interrupt.signal,
        onEvent: () => {},
        concurrency: 2,
        retryDelaysMs: [1],
      })
      done.catch(forget).finally(() => live.delete(one))
    },
    interrupt() {
      for (const { interrupt } of live) interrupt.abort()
    },
    startPerson(choice) {
      const present = state()
      const open = Object.entries(present?.scenarios ?? {}).filter(([, { intent }]) => intent?.kind === 'create')
      const [key] = open[choice % open.length] ?? []
      if (present === null || key === undefined) return
      const resolution = answerOf(key, present, { service, receipts: choice % 5 === 0 ? machines.flat() : [] })
      const actor = newActor()
      const options = { store: openHome(actor), environment, key, resolution, run: actor.name, pause: pauseOf(actor) }
      resolve({ ...options, now: () => clock.now }).catch(forget)
    },
    slowDown() {
      for (const one of homes) one.isSlow = true
    },
    startMove() {
      if (state() === null) return
      const actor = newActor()
      const to = otherHome()
      const stores = { from: openHome(actor, home, true), to: openHome(actor, to, true) }
      moveState({ ...stores, environment, run: actor.name, now: () => clock.now })
        .then(() => moveTo(to))
        .catch(forget)
    },
    startAdoption() {
      if (state() === null) return
      const key = 'e'
      const { document } = desired(key, 'One')
      byHand ??= service.makeByHand(document.scenario.title, desired(key, 'Hand').document.scenario.definition)
      const id = byHand
      const actor = newActor()
      const take = async () => {
        const reading = { client: service.client(actor), environment, signal: new AbortController().signal }
        const [record] = await readAdopted([{ key, id }], { ...reading, onRead: () => {}, wait: async () => {} })
        const options = { store: openHome(actor), environment, run: { id: actor.name }, pause: pauseOf(actor) }
        await adopt([{ key, id, document, ...(record && { record }) }], { ...options, now: () => clock.now })
        adopted = key
      }
      take().catch(forget)
    },
    editByHand(choice) {
      const known = service.records.filter(({ id }) => isKnown(id))
      const record = known[choice % known.length]
      if (record === undefined) return
      service.editByHand(record.id, desired('a', 'Edited').document.scenario.definition)
      wasEdited = true
    },
    pass(ms) {
      const now = clock.now + ms
      for (const request of service.requests) {
        if (request.state !== 'travelling' || request.deadline > now) continue
        if (scheduler.choice() % 2 === 0) request.arrive()
        else request.state = 'lost'
      }
      clock.now = now
    },
    deliver(choice) {
      const requests = service.requests.filter(one => one.state === 'travelling')
      const { late } = homes[choice % 8 === 4 ? 1 : 0]
      const [write] = choice % 4 === 0 ? late.splice(choice % (late.length || 1), 1) : []
      if (write !== undefined) write()
      else requests[choice % requests.length]?.arrive()
    },
    plan: goal => plan({ state: state(), goal, environment, now: clock.now }),
  }
}

/** What a home says is open of a key. */
function intentsIn({ text, name }: ModelHome, key: string): readonly Intent[] {
  const entry = text === null ? undefined : entryOf(readState(text, name), key)
  return entry?.intent === undefined ? [] : [entry.intent]
}

/** Lets a world run with nothing going wrong any more until the goal is reached, or gives up. */
export async function runToTheEnd(world: World, goal: Goal): Promise<void> {
  const { scheduler } = world
  scheduler.calm()
  const comeToRest = async () => {
    await allAtRest()
    while (!scheduler.isIdle) await scheduler.move(0)
  }
  await comeToRest()
  // A person finishes a move that was interrupted.
  if (world.state()?.moved !== undefined) {
    world.startMove()
    await comeToRest()
  }
  const overwrite = world.wasEdited ? goal.scenarios.map(({ key }) => key) : []
  for (let round = 0; round < 6; round += 1) {
    world.pass(2 * (timeoutMs + settleMs))
    const open = Object.values(world.state()?.scenarios ?? {}).filter(({ intent }) => intent?.kind === 'create')
    for (const index of open.keys()) world.startPerson(10 * (index + open.length) + 1 + index)
    await comeToRest()
    // On a machine that has seen nothing: no receipt helps.
    world.startApply({ ...goal, overwrite }, 100 + round)
    await comeToRest()
    const { hasChanges, counts } = world.plan(goal)
    if (!hasChanges && counts.waiting === 0) return
  }
}

/** A person who says what the service shows at this moment. */
function answerOf(
  key: string,
  state: State,
  { service, receipts }: { readonly service: ModelService; readonly receipts: readonly (Receipt | VoidReceipt)[] },
): Resolution {
  if (receipts.length > 0) return { kind: 'receipts', receipts }
  const known = new Set(Object.values(state.scenarios).flatMap(recordsOf))
  const made = service.records.find(({ id, title }) => title === `Title of ${key}` && !known.has(id))
  return made === undefined ? { kind: 'not-created' } : { kind: 'created', remoteId: made.id }
}
