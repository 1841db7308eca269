import type { Bot, Decision } from '@scenewright/simulator'
import type { CountedMessage, ReplayedMessage } from '@scenewright/simulator/lab'

/** Writes the decisions on messages as text: for another thread, and for a later run. It contains no message. */
export interface ReplayCodec {
  encode(replayed: readonly ReplayedMessage[]): string
  /** The replayed messages, from the same messages in the same order. */
  decode(encoded: string, messages: readonly CountedMessage[]): readonly ReplayedMessage[]
}

/** A scenario by its index in the bot, and its confidence. */
type Scored = readonly [scenario: number, confidence: number]

/** A started scenario, the offered ones, or null. */
type WrittenDecision = number | readonly number[] | null

/** The decision, the most similar scenario, and all similar ones if the message has a label. */
type Entry = readonly [decision: WrittenDecision, best: Scored | null, contenders?: readonly Scored[]]

/** Creates the codec for the decisions of a bot. */
export function createReplayCodec({ scenarios }: Bot): ReplayCodec {
  const keys = [...scenarios.keys()]
  const thresholds = Array.from(scenarios.values(), ({ minConfidence }) => minConfidence)
  const indexes = new Map(keys.map((key, index) => [key, index]))
  const indexOf = (key: string) => indexes.get(key) ?? -1
  const keyAt = (index: number) => keys[index] ?? ''
  const write = ({ scenario, confidence }: { readonly scenario: string; readonly confidence: number }): Scored => [
    indexOf(scenario),
    confidence,
  ]
  const read = ([index, confidence]: Scored) => ({
    scenario: keyAt(index),
    confidence,
    min_confidence: thresholds[index] ?? 0,
  })
  const writeDecision = (decision: Decision): WrittenDecision => {
    if (decision.kind === 'none') return null
    return decision.kind === 'start' ? indexOf(decision.scenario) : decision.candidates.map(indexOf)
  }
  const readDecision = (written: WrittenDecision): Decision => {
    if (written === null) return { kind: 'none' }
    if (typeof written === 'number') return { kind: 'start', scenario: keyAt(written) }
    return { kind: 'clarify', candidates: written.map(keyAt) }
  }
  return {
    encode(replayed) {
      const entries = replayed.map(({ decision, best, contenders }): Entry => {
        const near = best === undefined ? null : write(best)
        const written = writeDecision(decision)
        return contenders === undefined ? [written, near] : [written, near, contenders.map(write)]
      })
      return JSON.stringify(entries)
    },
    decode(encoded, messages) {
      // `encode` wrote it.
      const entries = JSON.parse(encoded) as readonly Entry[]
      return messages.flatMap((message, place) => {
        const entry = entries[place]
        if (entry === undefined) return []
        const [decision, best, contenders] = entry
        return {
          ...message,
          decision: readDecision(decision),
          ...(best !== null && { best: read(best) }),
          ...(contenders !== undefined && { contenders: contenders.map(read) }),
        }
      })
    },
  }
}
