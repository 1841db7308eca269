import type { Place } from '@scenewright/model'
import { type BotSettings, botDefaults } from '@scenewright/model/config'
import { type Contender, createBot, createPredictor, type Decision } from '@scenewright/simulator'
import type { ProjectSubject } from '../context.ts'
import { type ActiveScenario, activeScenarios } from './active-scenarios.ts'

/** The message of a customer in a conversation test. */
export interface TestMessage {
  readonly text: string
  readonly place: Place
}

/** The decision for a message, and the scenarios that contributed to it, best first. Plain data. */
export interface Evaluation {
  readonly decision: Decision
  readonly contenders: readonly Contender[]
}

/** The bot's decisions for the messages in its own sources. Plain data, in the order of the active scenarios. */
export interface Evaluations {
  /** Of each example, removed from its scenario. */
  readonly examples: readonly (readonly Evaluation[])[]
  /** Of each exclusion. */
  readonly exclusions: readonly (readonly Evaluation[])[]
  /** Of each message of the conversation tests, in their order. */
  readonly messages: readonly Evaluation[]
}

/** The number of contenders that a rule uses: more would only enlarge the stored values. */
const maxContenders = 6

/**
 * The lowest confidence that counts. Near-identical scenarios share the confidence: each of three has less than a
 * scenario needs to start.
 */
const minConfidence = 10

/**
 * The maximum number of tested examples, and of tested exclusions, per scenario. Each is compared with all others, so
 * the time grows quadratically. People write dozens.
 */
const maxEvaluated = 1000

/** The name of the evaluations in the memory. */
export const evaluationsName = 'trials'

/** Evaluates every message once; stored results for the same texts are reused. */
export function leaveOneOut(subject: ProjectSubject): Evaluations {
  const task = evaluationTask(subject)
  if (listQuestions(task).length === 0) return joinShares(task, [[]])
  return subject.memory.recall(evaluationsName, contentOf(task), () => joinShares(task, [evaluateShare(task)]))
}

/** The messages to evaluate, and the bot that decides on them. Plain data, so that another thread can evaluate some. */
export interface EvaluationTask {
  readonly scenarios: readonly EvaluatedScenario[]
  readonly messages: readonly string[]
  readonly settings: BotSettings
}

/** The task of a project. */
export function evaluationTask(subject: ProjectSubject): EvaluationTask {
  return {
    scenarios: subject.share(activeScenarios).map(tried),
    messages: subject.share(testMessages).map(({ text }) => text),
    settings: botSettings(subject),
  }
}

/** All that the evaluations depend on. */
export function contentOf({ scenarios, messages, settings }: EvaluationTask): string {
  return JSON.stringify([settings, scenarios.map(({ key, fields }) => [key, fields]), messages])
}

type EvaluatedScenario = Pick<ActiveScenario, 'key' | 'fields' | 'examples' | 'exclusions'>

function tried({ key, fields, ...all }: ActiveScenario): EvaluatedScenario {
  const examples = all.examples.slice(0, maxEvaluated)
  const exclusions = all.exclusions.slice(0, maxEvaluated)
  return { key, fields: { ...fields, examples, exclusions }, examples, exclusions }
}

/** A message, and the example that it is left out as. */
type Question = readonly [text: string, without?: { readonly scenario: string; readonly example: number }]

/** The messages to evaluate: all examples, then all exclusions, then the messages of tests. */
export function listQuestions({ scenarios, messages }: EvaluationTask): readonly Question[] {
  // Without a rival, an exclusion or a test there is nothing to evaluate, so checking a first scenario is fast.
  if (scenarios.length < 2 && messages.length === 0 && scenarios.every(({ exclusions }) => exclusions.length === 0)) {
    return []
  }
  return [
    ...scenarios.flatMap(({ key, examples }) =>
      examples.map((text, example): Question => [text, { scenario: key, example }]),
    ),
    ...scenarios.flatMap(({ exclusions }) => exclusions.map((text): Question => [text])),
    ...messages.map((text): Question => [text]),
  ]
}

/** Evaluates the part of the messages for one of `count` threads: every `count`-th, from `index` on. */
export function evaluateShare(task: EvaluationTask, { index, count } = { index: 0, count: 1 }): readonly Evaluation[] {
  const questions = listQuestions(task).filter((_, place) => place % count === index)
  if (questions.length === 0) return []
  const simulated = task.scenarios.map(({ key, fields }) => ({ key, isActive: true, scenario: fields }))
  const predict = createPredictor(createBot(simulated, task.settings), minConfidence)
  return questions.map(question => {
    const { decision, contenders } = predict(...question)
    const isOwn = ({ scenario }: Contender) => scenario === question[1]?.scenario
    return { decision, contenders: contenders.filter((found, place) => place < maxContenders || isOwn(found)) }
  })
}

/** The evaluations of a task from the results of all threads, in their order. */
export function joinShares({ scenarios }: EvaluationTask, shares: readonly (readonly Evaluation[])[]): Evaluations {
  const count = shares.reduce((sum, share) => sum + share.length, 0)
  let next = 0
  const take = (): readonly Evaluation[] => {
    const found = shares[next % shares.length]?.[Math.floor(next / shares.length)]
    next += 1
    return found === undefined ? [] : [found]
  }
  const examples = scenarios.map(scenario => (count === 0 ? [] : scenario.examples.flatMap(take)))
  const exclusions = scenarios.map(scenario => (count === 0 ? [] : scenario.exclusions.flatMap(take)))
  const messages: Evaluation[] = []
  while (next < count) messages.push(...take())
  return { examples, exclusions, messages }
}

/** The bot's settings, with the service's defaults for missing ones. */
export function botSettings({ config }: Pick<ProjectSubject, 'config'>): BotSettings {
  return { ...botDefaults, ...config.bot }
}

/** The messages of all conversation tests, in the order of the files. */
export function testMessages({ reports }: ProjectSubject): readonly TestMessage[] {
  return reports.flatMap(({ tests }) => [
    ...(tests?.conversations ?? []).flatMap(({ turns }) => turns.map(({ user, place }) => ({ text: user, place }))),
    ...(tests?.tables ?? []).flatMap(({ messages }) => messages),
  ])
}
