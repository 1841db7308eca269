import { type BotSettings, botDefaults } from '@scenewright/model'
import { type Contender, createBot, createForesight, type Decision } from '@scenewright/simulator'
import type { ProjectSubject } from '../context.ts'
import { type ActiveScenario, activeScenarios } from './active-scenarios.ts'
import { testMessages } from './test-messages.ts'

/** What a message would lead to, and the scenarios that had a part in it, best first. Plain data. */
export interface Trial {
  readonly decision: Decision
  readonly contenders: readonly Contender[]
}

/** How the bot decides on the messages that its own sources hold. Plain data, by the order of the active scenarios. */
export interface Trials {
  /** Of each example, as if its scenario did not have it. */
  readonly examples: readonly (readonly Trial[])[]
  /** Of each exclusion. */
  readonly exclusions: readonly (readonly Trial[])[]
  /** Of each message of the conversation tests, in their order. */
  readonly messages: readonly Trial[]
}

/** As many contenders as a rule looks at: more only make what is remembered large. */
const mostContenders = 6

/** Scenarios that say all but the same share the confidence among them: three of them are less sure than what starts. */
const leastConfidence = 10

/**
 * As many examples of one scenario, and as many exclusions, are tried: each is held against all others, so that the time
 * grows with their square. People write dozens.
 */
const mostTried = 1000

/** Tries every message once; what was worked out of the same texts before is remembered. */
export function trials(subject: ProjectSubject): Trials {
  const scenarios = subject.share(activeScenarios).map(tried)
  const messages = subject.share(testMessages).map(({ text }) => text)
  const settings = botSettings(subject)
  // Without a rival, an exclusion or a test there is nothing to try: a first scenario is checked in a moment.
  if (scenarios.length < 2 && messages.length === 0 && scenarios.every(({ exclusions }) => exclusions.length === 0)) {
    return { examples: scenarios.map(() => []), exclusions: scenarios.map(() => []), messages: [] }
  }
  const content = JSON.stringify([settings, scenarios.map(({ key, fields }) => [key, fields]), messages])
  return subject.memory.recall('trials', content, () => tryAll(scenarios, messages, settings))
}

type Tried = Pick<ActiveScenario, 'key' | 'fields' | 'examples' | 'exclusions'>

function tried({ key, fields, ...all }: ActiveScenario): Tried {
  const examples = all.examples.slice(0, mostTried)
  const exclusions = all.exclusions.slice(0, mostTried)
  return { key, fields: { ...fields, examples, exclusions }, examples, exclusions }
}

function tryAll(scenarios: readonly Tried[], messages: readonly string[], settings: BotSettings): Trials {
  const simulated = scenarios.map(({ key, fields }) => ({ key, isActive: true, scenario: fields }))
  const foresee = createForesight(createBot(simulated, settings), leastConfidence)
  const trial = (...given: Parameters<typeof foresee>): Trial => {
    const { decision, contenders } = foresee(...given)
    const isOwn = ({ scenario }: Contender) => scenario === given[1]?.scenario
    return { decision, contenders: contenders.filter((found, place) => place < mostContenders || isOwn(found)) }
  }
  return {
    examples: scenarios.map(({ key, examples }) =>
      examples.map((text, example) => trial(text, { scenario: key, example })),
    ),
    exclusions: scenarios.map(({ exclusions }) => exclusions.map(text => trial(text))),
    messages: messages.map(text => trial(text)),
  }
}

/** The bot's settings, the service's own where the config names none. */
export function botSettings({ config }: Pick<ProjectSubject, 'config'>): BotSettings {
  return { ...botDefaults, ...config.bot }
}
