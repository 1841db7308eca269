import type { ScenarioFields } from '@scenewright/model'
import type { BotSettings } from '@scenewright/model/config'
import { type Bot, createBot, createLastBot, prepareBot, type SimulatedScenario } from '@scenewright/simulator'
import {
  type DecidedGroup,
  decidedGroup,
  type EvaluatedState,
  evaluateMessages,
  findNear,
  finish,
  type MessageGroup,
  type Steps,
  withTexts,
} from '@scenewright/simulator/evaluations'
import type { ActiveScenario } from './active-scenarios.ts'
import type { Evaluations } from './evaluations.ts'

/** The messages to evaluate, and the bot that decides on them. Plain data, so that another thread can evaluate some. */
export interface EvaluationTask {
  readonly scenarios: readonly Pick<ActiveScenario, 'key' | 'fields' | 'examples' | 'exclusions'>[]
  readonly messages: readonly string[]
  readonly settings: BotSettings
}

const limits = {
  /**
   * The lowest confidence that counts. Near-identical scenarios share the confidence: each of three has less than a
   * scenario needs to start.
   */
  minConfidence: 10,
  /** The number of contenders that a rule uses: more would only enlarge the stored values. */
  maxContenders: 6,
}

/** The options of an evaluation. */
interface EvaluateOptions {
  /** The number of messages above which nothing is evaluated; unlimited if not given. */
  readonly maxCompared?: number
}

/** The evaluations of some scenarios; those of all others are missing. */
export interface PartialEvaluations {
  readonly evaluations: Evaluations
  /** The keys of the evaluated scenarios. */
  readonly keys: ReadonlySet<string>
}

/** The number of scenarios that are evaluated with one that has changed. */
const maxNear = 8

/** Evaluates the states of a project, one after another: of each, only what a change may have affected. */
interface Evaluator {
  /** In short steps. Abandoned steps have no effect. Undefined if more messages than allowed had to be compared. */
  evaluate(task: EvaluationTask, options?: EvaluateOptions): Steps<Evaluations | undefined>
  /** Evaluates only some scenarios and those that are most similar to each of them. In short steps. */
  evaluateNear(task: EvaluationTask, keys: Iterable<string>): Steps<PartialEvaluations>
  /** The number of messages that the last evaluation compared with the bot's texts. */
  compared(): number
  /** The last evaluated state, for another process; undefined at first. */
  state(): EvaluatedState | undefined
}

/** Creates an evaluator, which may continue from a state that was evaluated before. */
export function createEvaluator(given?: EvaluatedState): Evaluator {
  let state = given
  /** The bot before the present one, or what another process has computed. It only serves for preparing the next one. */
  let former: Bot | EvaluatedState['texts'] = given?.texts
  let compared = 0
  let last: { readonly task: EvaluationTask; readonly bot: Bot; readonly isEvaluated?: boolean } | undefined
  const known = new WeakMap<ScenarioFields, SimulatedScenario>()
  const toSimulated = ({ key, fields }: EvaluationTask['scenarios'][number]): SimulatedScenario => {
    const found = known.get(fields)
    if (found?.key === key) return found
    const simulated = { key, isActive: true, scenario: fields }
    known.set(fields, simulated)
    return simulated
  }
  const prepare = function* (task: EvaluationTask): Steps<Bot> {
    if (last?.task === task) return last.bot
    former = last?.bot ?? former
    last = undefined
    const reuse = { before: former, isReplaced: true }
    const bot = yield* prepareBot(task.scenarios.map(toSimulated), task.settings, reuse)
    last = { task, bot }
    former = undefined
    return bot
  }
  return {
    *evaluate(task, options = {}) {
      const bot = yield* prepare(task)
      const before = state && { before: state }
      const evaluated = yield* evaluateMessages(bot, listGroups(task), { ...limits, ...options, ...before })
      if (evaluated === undefined) return undefined
      state = evaluated.state
      compared = evaluated.compared
      last = { task, bot, isEvaluated: true }
      return joinEvaluations(task, evaluated.groups)
    },
    *evaluateNear(task, given) {
      const bot = yield* prepare(task)
      const keys = new Set(given)
      for (const key of [...keys]) {
        for (const near of findNear(bot, key, maxNear)) keys.add(near)
        yield
      }
      const groups = listGroups(task).filter(({ scenario }) => scenario !== undefined && keys.has(scenario))
      const evaluated = yield* evaluateMessages(bot, groups, limits)
      return { evaluations: joinEvaluations(task, evaluated?.groups ?? [], key => keys.has(key)), keys }
    },
    compared: () => compared,
    state: () => (state !== undefined && last?.isEvaluated ? withTexts(state, last.bot) : state),
  }
}

/** What a thread has evaluated: its part of the messages, and its state if that is to be stored and is small enough. */
export interface EvaluatedShare {
  readonly groups: readonly DecidedGroup[]
  readonly state?: EvaluatedState
}

/** With more messages, a state takes more than the cache stores. */
const maxRecorded = 120_000

/** Evaluates the part of the messages for one of `count` threads. */
export function evaluateShare(
  task: EvaluationTask,
  { index, count, isStored }: { index: number; count: number; isStored: boolean },
): EvaluatedShare {
  const groups = listGroups(task)
  const total = countMessages(groups)
  let before = 0
  // Consecutive groups have the same texts near to them, which are then compared only once.
  const own = groups.filter(({ texts }) => {
    const share = Math.floor((before * count) / Math.max(1, total))
    before += texts.length
    return share === index
  })
  if (own.length === 0) return { groups: [] }
  const simulated = task.scenarios.map(({ key, fields }) => ({ key, isActive: true, scenario: fields }))
  const isLast = !isStored || total > maxRecorded
  // All threads compute the same from the texts: the first one reports it.
  const isReporting = index === 0 && !isLast
  const bot = isReporting ? createBot(simulated, task.settings) : createLastBot(simulated, task.settings)
  const evaluated = finish(evaluateMessages(bot, own, { ...limits, isLast }))
  const { groups: decided = [], state } = evaluated ?? {}
  if (state === undefined) return { groups: decided }
  return { groups: decided, state: isReporting ? withTexts(state, bot) : state }
}

/** The state after all threads; undefined if one of them has none. */
export function joinStates(shares: readonly EvaluatedShare[]): EvaluatedState | undefined {
  const states = shares.flatMap(({ state }) => state ?? [])
  const [first] = states
  if (first === undefined || states.length < shares.length) return undefined
  const byGroup = new Map(states.flatMap(({ decided }) => [...decided.byGroup]))
  return {
    ...first,
    groups: new Map(states.flatMap(({ groups }) => [...groups])),
    decided: { frame: first.decided.frame, byGroup },
  }
}

/** The evaluations of a task from the parts of all threads, in their order. */
export function joinShares(task: EvaluationTask, shares: readonly EvaluatedShare[]): Evaluations {
  return joinEvaluations(
    task,
    shares.flatMap(({ groups }) => groups),
  )
}

/** The evaluations of a task whose state this is; undefined if the state has only their records. */
export function evaluationsOf(task: EvaluationTask, { decided }: EvaluatedState): Evaluations | undefined {
  const groups = listGroups(task)
  const found = groups.flatMap(({ name }) => decided.byGroup.get(name) ?? [])
  return found.length < groups.length ? undefined : joinEvaluations(task, found)
}

/** Groups the messages to evaluate: all examples, then all exclusions, then the messages of tests. */
export function listGroups({ scenarios, messages }: EvaluationTask): readonly MessageGroup[] {
  // Without a rival, an exclusion or a test there is nothing to evaluate, so checking a first scenario is fast.
  if (scenarios.length < 2 && messages.length === 0 && scenarios.every(({ exclusions }) => exclusions.length === 0)) {
    return []
  }
  return [
    ...scenarios.map(({ key, examples }) => {
      return { name: `examples ${key}`, scenario: key, texts: examples, areExamples: true }
    }),
    ...scenarios.map(({ key, exclusions }) => ({ name: `exclusions ${key}`, scenario: key, texts: exclusions })),
    ...messages.map(text => ({ name: `message ${text}`, texts: [text] })),
  ]
}

/** The number of messages in groups. */
export function countMessages(groups: readonly MessageGroup[]): number {
  return groups.reduce((sum, { texts }) => sum + texts.length, 0)
}

/** The group of a scenario that was not evaluated. */
const nothing = decidedGroup(undefined, [])

/**
 * Joins the evaluated groups of a task, or the groups of some of its scenarios; none if the task has no groups.
 */
export function joinEvaluations(
  { scenarios }: EvaluationTask,
  groups: readonly DecidedGroup[],
  isEvaluated: (key: string) => boolean = () => true,
): Evaluations {
  let next = 0
  const take = (key: string): DecidedGroup => (isEvaluated(key) ? groups[next++] : undefined) ?? nothing
  const examples = scenarios.map(({ key }) => take(key))
  const exclusions = scenarios.map(({ key }) => take(key))
  return { examples, exclusions, messages: groups.slice(next).flatMap(({ predictions }) => predictions) }
}
