import {
  type ApplySummary,
  apply,
  type Goal,
  type Plan,
  plan,
  type Receipt,
  type Resolution,
  resolve,
  type State,
  type StateStore,
  type TargetEnvironment,
} from '../../src/index.ts'
import { recordsOf } from '../../src/state/changes.ts'
import { readState } from '../../src/state/read-state.ts'
import { modelHome, openModelHome, openModelReceipts } from './home.ts'
import { type Actor, allAtRest, Scheduler } from './scheduler.ts'
import { type ModelService, modelService } from './service.ts'

/** How long a request may take, and how long after that it may take effect, in milliseconds. */
export const timeoutMs = 1000
const settleMs = 60_000

/** What is taken out of the protocol, to see that the model notices. */
export interface Mutation {
  /** The settle window that the deployer believes in; the service's own stays as it is. */
  readonly settleMs?: number
  /** What one process sees in place of the home of the state. */
  readonly home?: (store: StateStore) => StateStore
}

/** Some programs, some persons, a service and a home of a state, in one order of all that they do. */
export interface World {
  readonly scheduler: Scheduler
  readonly service: ModelService
  /** What is wrong for good; the first stands for what follows. */
  readonly broken: string[]
  /** Begins an apply, of the machine with this number; it goes on whenever it is picked. */
  startApply(goal: Goal, machine: number): void
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
  const home = modelHome()
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
      const intent = new Map(Object.entries(state()?.scenarios ?? {})).get(title.replace('Title of ', ''))?.intent
      const isOwn = intent?.run === name && intent.kind === 'create' && !used.has(intent.op_id)
      if (!isOwn && !isMutant) broken.push(`a create of "${title}" left without an intent of its own`)
      if (intent !== undefined) used.add(intent.op_id)
    },
  })
  const machines: Receipt[][] = []
  const live = new Set<{ actor: Actor; interrupt: AbortController }>()
  let lastId = 0
  const newId = () => `i${++lastId}`
  let latest: { readonly text: string; readonly state: State } | null = null
  const state = () => {
    if (home.text === null) return null
    if (latest?.text !== home.text) latest = { text: home.text, state: readState(home.text, 'memory') }
    return latest.state
  }

  const openHome = (actor: Actor) => {
    const store = openModelHome(home, scheduler, actor)
    return mutation.home === undefined ? store : mutation.home(store)
  }

  /** What ends with an error refuses to go on, and has said so to a person; all that counts is what it left. */
  const forget = (error: unknown) => {
    if (error instanceof TypeError) broken.push(String(error))
  }

  return {
    scheduler,
    service,
    broken,
    state,
    startApply(goal, machine) {
      const actor = { name: newId(), isDead: false }
      const interrupt = new AbortController()
      const one = { actor, interrupt }
      live.add(one)
      machines[machine] ??= []
      const done: Promise<ApplySummary> = apply({
        store: openHome(actor),
        client: service.client(actor),
        receipts: openModelReceipts(machines[machine], scheduler, actor),
        goal,
        environment,
        run: { id: actor.name },
        tool: '0.1.0',
        now: () => clock.now,
        newId,
        pause: (_ms, signal) => scheduler.effect<void>(actor, [() => {}], signal).catch(() => {}),
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
      const actor = { name: newId(), isDead: false }
      const pause = () => scheduler.effect<void>(actor, [() => {}])
      const options = { store: openHome(actor), environment, key, resolution, run: actor.name, pause }
      resolve({ ...options, now: () => clock.now }).catch(forget)
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
      const [write] = choice % 4 === 0 ? home.late.splice(choice % (home.late.length || 1), 1) : []
      if (write !== undefined) write()
      else requests[choice % requests.length]?.arrive()
    },
    plan: goal => plan({ state: state(), goal, environment, now: clock.now }),
  }
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
  for (let round = 0; round < 6; round += 1) {
    world.pass(2 * (timeoutMs + settleMs))
    const open = Object.values(world.state()?.scenarios ?? {}).filter(({ intent }) => intent?.kind === 'create')
    for (const index of open.keys()) world.startPerson(10 * (index + open.length) + 1 + index)
    await comeToRest()
    // On a machine that has seen nothing: no receipt helps.
    world.startApply(goal, 100 + round)
    await comeToRest()
    const { hasChanges, counts } = world.plan(goal)
    if (!hasChanges && counts.waiting === 0) return
  }
}

/** A person who says what the service shows at this moment. */
function answerOf(
  key: string,
  state: State,
  { service, receipts }: { readonly service: ModelService; readonly receipts: readonly Receipt[] },
): Resolution {
  if (receipts.length > 0) return { kind: 'receipts', receipts }
  const known = new Set(Object.values(state.scenarios).flatMap(recordsOf))
  const made = service.records.find(({ id, title }) => title === `Title of ${key}` && !known.has(id))
  return made === undefined ? { kind: 'not-created' } : { kind: 'created', remoteId: made.id }
}
