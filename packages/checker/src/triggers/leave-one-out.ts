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

/** Evaluates every message once; stored results for the same texts are reused. */
export function leaveOneOut(subject: ProjectSubject): Evaluations {
  const scenarios = subject.share(activeScenarios).map(tried)
  const messages = subject.share(testMessages).map(({ text }) => text)
  const settings = botSettings(subject)
  // Without a rival, an exclusion or a test there is nothing to evaluate, so checking a first scenario is fast.
  if (scenarios.length < 2 && messages.length === 0 && scenarios.every(({ exclusions }) => exclusions.length === 0)) {
    return { examples: scenarios.map(() => []), exclusions: scenarios.map(() => []), messages: [] }
  }
  const content = JSON.stringify([settings, scenarios.map(({ key, fields }) => [key, fields]), messages])
  return subject.memory.recall('trials', content, () => evaluateAll(scenarios, messages, settings))
}

type EvaluatedScenario = Pick<ActiveScenario, 'key' | 'fields' | 'examples' | 'exclusions'>

function tried({ key, fields, ...all }: ActiveScenario): EvaluatedScenario {
  const examples = all.examples.slice(0, maxEvaluated)
  const exclusions = all.exclusions.slice(0, maxEvaluated)
  return { key, fields: { ...fields, examples, exclusions }, examples, exclusions }
}

function evaluateAll(
  scenarios: readonly EvaluatedScenario[],
  messages: readonly string[],
  settings: BotSettings,
): Evaluations {
  const simulated = scenarios.map(({ key, fields }) => ({ key, isActive: true, scenario: fields }))
  const predict = createPredictor(createBot(simulated, settings), minConfidence)
  const evaluation = (...given: Parameters<typeof predict>): Evaluation => {
    const { decision, contenders } = predict(...given)
    const isOwn = ({ scenario }: Contender) => scenario === given[1]?.scenario
    return { decision, contenders: contenders.filter((found, place) => place < maxContenders || isOwn(found)) }
  }
  return {
    examples: scenarios.map(({ key, examples }) =>
      examples.map((text, example) => evaluation(text, { scenario: key, example })),
    ),
    exclusions: scenarios.map(({ exclusions }) => exclusions.map(text => evaluation(text))),
    messages: messages.map(text => evaluation(text)),
  }
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
