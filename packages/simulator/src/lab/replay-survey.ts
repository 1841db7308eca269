import { compareText } from '@scenewright/model/text'
import { type Cluster, clusterMessages, maxGrouped } from './clusters.ts'
import type { ReplayedMessage } from './replay.ts'
import { createTopList, type TopList } from './top-list.ts'

/** How often customers' messages start or offer a scenario. */
interface ReplayedScenario {
  readonly scenario: string
  /** The number of messages that start it. */
  readonly started: number
  /** The number of messages for which it is offered. */
  readonly asked: number
  /** The most frequent messages that start it. */
  readonly samples: readonly string[]
}

/** The outcomes of customers' messages. Plain JSON. */
export interface ReplaySurvey {
  /** All messages, and how many different ones there are among them. */
  readonly messages: number
  readonly distinct: number
  readonly started: number
  readonly asked: number
  readonly none: number
  /** Those that start or are offered, the most started first. */
  readonly scenarios: readonly ReplayedScenario[]
  /** The messages that start nothing, grouped, the largest group first. */
  readonly clusters: readonly Cluster[]
  /** The number of messages that start nothing and belong to no group. */
  readonly ungrouped: number
}

const maxSamples = 5

/** Surveys replayed messages one after another, in bounded memory. */
export interface ReplaySurveyor {
  add(message: ReplayedMessage): void
  /** The survey of all of them, of which so many are different. Their order does not matter. */
  survey(distinct: number): ReplaySurvey
}

interface ScenarioCounts {
  readonly scenario: string
  started: number
  asked: number
  readonly samples: TopList<ReplayedMessage>
}

/** Creates a surveyor without messages. */
export function createReplaySurveyor(): ReplaySurveyor {
  const counts = { start: 0, clarify: 0, none: 0 }
  const unmatched = createTopList(maxGrouped, compareFrequency)
  const found = new Map<string, ScenarioCounts>()
  const of = (scenario: string) => {
    const known = found.get(scenario)
    if (known !== undefined) return known
    const begun = { scenario, started: 0, asked: 0, samples: createTopList(maxSamples, compareFrequency) }
    found.set(scenario, begun)
    return begun
  }
  return {
    add(message) {
      const { count, decision } = message
      counts[decision.kind] += count
      if (decision.kind === 'start') {
        const entry = of(decision.scenario)
        entry.started += count
        entry.samples.add(message)
      } else if (decision.kind === 'clarify') for (const candidate of decision.candidates) of(candidate).asked += count
      else unmatched.add(message)
    },
    survey(distinct) {
      const clusters = clusterMessages(unmatched.items())
      return {
        messages: counts.start + counts.clarify + counts.none,
        distinct,
        started: counts.start,
        asked: counts.clarify,
        none: counts.none,
        scenarios: Array.from(found.values(), toScenario).sort(
          (a, b) => b.started - a.started || b.asked - a.asked || compareText(a.scenario, b.scenario),
        ),
        clusters,
        ungrouped: counts.none - clusters.reduce((all, { messages }) => all + messages, 0),
      }
    },
  }
}

function toScenario({ scenario, started, asked, samples }: ScenarioCounts): ReplayedScenario {
  return { scenario, started, asked, samples: samples.items().map(({ text }) => text) }
}

/** The more frequent message first; of two equally frequent ones, the one whose text comes first. */
export function compareFrequency(a: ReplayedMessage, b: ReplayedMessage): number {
  return b.count - a.count || compareText(a.text, b.text)
}
