import type { Bot, BotScenario } from '../../dialogue/bot.ts'
import { walkFlow } from '../../flow/walk.ts'
import { fold } from '../../trigger/fold.ts'

/** What a scenario answers, and whether the walk goes on where the simulator cannot follow. */
export interface KnownAnswer {
  readonly scenario: string
  readonly replies: readonly string[]
  /** The replies as one text, spaced. */
  readonly text: string
  readonly isBeginning: boolean
}

/** What the scenarios of a bot answer, to find out whose an answer is. */
export interface KnownAnswers {
  readonly byScenario: ReadonlyMap<string, KnownAnswer>
  /** Those that say anything, by their whole text. */
  readonly byText: ReadonlyMap<string, readonly KnownAnswer[]>
  /** The scenarios by their folded labels. */
  readonly byLabel: ReadonlyMap<string, readonly string[]>
  /** Those long enough to be known again within a longer text, the longest first. */
  readonly longest: readonly KnownAnswer[]
}

/** A shorter text may stand in an answer by chance. */
const leastRecognized = 20

/** Walks every scenario once. */
export function knownAnswersOf({ scenarios }: Bot): KnownAnswers {
  const all = Array.from(scenarios.values(), knownAnswer)
  const whole = all.filter(({ text, isBeginning }) => text !== '' && !isBeginning)
  const labelled = [...scenarios.values()].filter(({ label }) => fold(label) !== '')
  return {
    byScenario: new Map(all.map(answer => [answer.scenario, answer])),
    byText: grouped(whole, ({ text }) => text),
    byLabel: new Map(
      Array.from(
        grouped(labelled, ({ label }) => fold(label)),
        ([label, found]) => [label, found.map(({ key }) => key)],
      ),
    ),
    longest: all.filter(({ text }) => text.length >= leastRecognized).sort((a, b) => b.text.length - a.text.length),
  }
}

/** A text whose white space says nothing: how a service joins replies is not known. */
export function spaced(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim()
}

function knownAnswer({ key, flow }: BotScenario): KnownAnswer {
  const { replies, outcome } = walkFlow(flow)
  return { scenario: key, replies, text: spaced(replies.join('\n')), isBeginning: outcome === 'unsupported' }
}

function grouped<Item>(items: readonly Item[], nameOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(nameOf(item), [...(groups.get(nameOf(item)) ?? []), item])
  return groups
}
