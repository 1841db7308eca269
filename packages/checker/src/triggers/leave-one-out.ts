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

/** How the bot decides on the messages that its own sources hold. Plain data, by the order of the active scenarios. */
export interface Evaluations {
  /** Of each example, removed from its scenario. */
  readonly examples: readonly (readonly Evaluation[])[]
  /** Of each exclusion. */
  readonly exclusions: readonly (readonly Evaluation[])[]
  /** Of each message of the conversation tests, in their order. */
  readonly messages: readonly Evaluation[]
}

/** As many contenders as a rule looks at: more only make what is remembered large. */
const mostContenders = 6

/**
 * The lowest confidence that still counts. Near-identical scenarios share the confidence: three of them each have less
 * than a scenario needs to start.
 */
const leastConfidence = 10

/**
 * The most examples of one scenario, and the most exclusions, that are tried. Each is compared with all others, so the
 * time grows with the square of their number. People write dozens.
 */
const mostEvaluated = 1000

/** Tries every message once; what was worked out of the same texts before is remembered. */
export function leaveOneOut(subject: ProjectSubject): Evaluations {
  const scenarios = subject.share(activeScenarios).map(tried)
  const messages = subject.share(testMessages).map(({ text }) => text)
  const settings = botSettings(subject)
  // Without a rival, an exclusion or a test there is nothing to try: a first scenario is checked in a moment.
  if (scenarios.length < 2 && messages.length === 0 && scenarios.every(({ exclusions }) => exclusions.length === 0)) {
    return { examples: scenarios.map(() => []), exclusions: scenarios.map(() => []), messages: [] }
  }
  const content = JSON.stringify([settings, scenarios.map(({ key, fields }) => [key, fields]), messages])
  return subject.memory.recall('trials', content, () => evaluateAll(scenarios, messages, settings))
}

type EvaluatedScenario = Pick<ActiveScenario, 'key' | 'fields' | 'examples' | 'exclusions'>

function tried({ key, fields, ...all }: ActiveScenario): EvaluatedScenario {
  const examples = all.examples.slice(0, mostEvaluated)
  const exclusions = all.exclusions.slice(0, mostEvaluated)
  return { key, fields: { ...fields, examples, exclusions }, examples, exclusions }
}

function evaluateAll(
  scenarios: readonly EvaluatedScenario[],
  messages: readonly string[],
  settings: BotSettings,
): Evaluations {
  const simulated = scenarios.map(({ key, fields }) => ({ key, isActive: true, scenario: fields }))
  const predict = createPredictor(createBot(simulated, settings), leastConfidence)
  const evaluation = (...given: Parameters<typeof predict>): Evaluation => {
    const { decision, contenders } = predict(...given)
    const isOwn = ({ scenario }: Contender) => scenario === given[1]?.scenario
    return { decision, contenders: contenders.filter((found, place) => place < mostContenders || isOwn(found)) }
  }
  return {
    examples: scenarios.map(({ key, examples }) =>
      examples.map((text, example) => evaluation(text, { scenario: key, example })),
    ),
    exclusions: scenarios.map(({ exclusions }) => exclusions.map(text => evaluation(text))),
    messages: messages.map(text => evaluation(text)),
  }
}

/** The bot's settings, the service's own where the config names none. */
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
