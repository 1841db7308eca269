import { compareText } from '@scenewright/model/text'
import { type Cluster, clusterMessages } from './clusters.ts'
import type { ReplayedMessage } from './replay.ts'

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

/** Surveys replayed messages; pure. Their order does not matter. */
export function surveyReplay(replayed: readonly ReplayedMessage[]): ReplaySurvey {
  const ordered = replayed.toSorted((a, b) => b.count - a.count || compareText(a.text, b.text))
  const ofKind = (kind: string) => ordered.filter(({ decision }) => decision.kind === kind)
  const fallen = ofKind('none')
  const clusters = clusterMessages(fallen)
  return {
    messages: sum(ordered),
    distinct: new Set(ordered.map(({ text }) => text)).size,
    started: sum(ofKind('start')),
    asked: sum(ofKind('clarify')),
    none: sum(fallen),
    scenarios: replayedScenarios(ordered),
    clusters,
    ungrouped: sum(fallen) - clusters.reduce((all, { messages }) => all + messages, 0),
  }
}

function replayedScenarios(ordered: readonly ReplayedMessage[]): readonly ReplayedScenario[] {
  const found = new Map<string, { scenario: string; started: number; asked: number; samples: string[] }>()
  const of = (scenario: string) => {
    const known = found.get(scenario) ?? { scenario, started: 0, asked: 0, samples: [] }
    found.set(scenario, known)
    return known
  }
  for (const { text, count, decision } of ordered) {
    if (decision.kind === 'start') {
      const entry = of(decision.scenario)
      entry.started += count
      if (entry.samples.length < maxSamples) entry.samples.push(text)
    } else if (decision.kind === 'clarify') for (const candidate of decision.candidates) of(candidate).asked += count
  }
  return [...found.values()].sort(
    (a, b) => b.started - a.started || b.asked - a.asked || compareText(a.scenario, b.scenario),
  )
}

function sum(messages: readonly ReplayedMessage[]): number {
  return messages.reduce((all, { count }) => all + count, 0)
}
