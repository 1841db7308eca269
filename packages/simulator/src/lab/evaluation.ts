import type { BotSettings } from '@scenewright/model/config'
import { compareText } from '@scenewright/model/text'
import { from } from './curves.ts'
import { countLabelled, type LabelledMessage, type LabelledOutcomes } from './labelled.ts'
import { decideAnew } from './outcomes.ts'
import { type Advice, adviseThreshold, type ShareIntervals, shareIntervals } from './threshold-advice.ts'

/** How often messages of one scenario start it, and what else starts it. */
interface LabelledScenario {
  readonly key: string
  /** The number of messages that should start it, and of those that do. */
  readonly messages: number
  readonly right: number
  /** Shares from 0 to 1; null if there is nothing to divide by. */
  readonly precision: number | null
  readonly recall: number | null
  readonly f1: number | null
}

/** Messages that start a scenario that they should not start. */
interface Confusion {
  /** The scenario that they should start; `none` if none. */
  readonly expected: string
  readonly started: string
  readonly count: number
}

/** The evaluation of a bot by messages whose right scenario is known. Plain JSON; counts are numbers of messages. */
export interface Evaluation extends Omit<LabelledOutcomes, 'outOfScopeStarted'> {
  /** All labelled messages. */
  readonly messages: number
  /** The number of messages without a label, which are not evaluated. */
  readonly unlabelled: number
  /** The messages that should start nothing, and those of them that start a scenario. */
  readonly outOfScope: { readonly messages: number; readonly started: number }
  /** The number of messages whose expected scenario has the highest confidence, whatever the thresholds. */
  readonly top1: number
  /** By bootstrap: 95 % of the resamples are within. Percentages. */
  readonly intervals: ShareIntervals
  /** The scenarios with a label or a start, the lowest F1 first. */
  readonly scenarios: readonly LabelledScenario[]
  /** The most frequent first. */
  readonly confusions: readonly Confusion[]
  /** If every scenario had this `min_confidence`. */
  readonly curve: readonly ({ readonly threshold: number } & LabelledOutcomes)[]
  /** If clarification were on, with this `scenario_clarify_min_confidence`. */
  readonly clarifyCurve: readonly ({ readonly minConfidence: number } & LabelledOutcomes)[]
  /** If clarification were on, with this `scenario_clarify_margin`. */
  readonly marginCurve: readonly ({ readonly margin: number } & LabelledOutcomes)[]
  readonly advice: Advice
}

/** The lowest point of the curves. */
const minPoint = 40
const maxMargin = 30

/** Evaluates labelled messages; pure. A wrong start costs `wrongCosts` times as much as a missing one. */
export function evaluate(
  labelled: readonly LabelledMessage[],
  { settings, wrongCosts, unlabelled }: EvaluationOptions,
): Evaluation {
  const outcomes = countLabelled(labelled, ({ decision }) => decision)
  const { outOfScopeStarted, ...inScope } = outcomes
  const curve = from(minPoint, 100).map(threshold => ({
    threshold,
    ...countLabelled(labelled, ({ contenders }) => decideAnew(contenders, settings, threshold)),
  }))
  const asking = { ...settings, scenario_clarify_enabled: true }
  const clarified = createClarifiedCount(labelled, asking)
  return {
    messages: sum(labelled),
    unlabelled,
    ...inScope,
    outOfScope: { messages: sum(labelled.filter(({ expected }) => expected === null)), started: outOfScopeStarted },
    top1: sum(labelled.filter(({ expected, contenders: [best] }) => expected !== null && best?.scenario === expected)),
    intervals: shareIntervals(inScope),
    scenarios: scoreScenarios(labelled),
    confusions: countConfusions(labelled),
    curve,
    clarifyCurve: from(minPoint, 100).map(minConfidence => ({
      minConfidence,
      ...clarified({ ...asking, scenario_clarify_min_confidence: minConfidence }),
    })),
    marginCurve: from(0, maxMargin).map(margin => ({
      margin,
      ...clarified({ ...asking, scenario_clarify_margin: margin }),
    })),
    advice: adviseThreshold(labelled, { curve, present: outcomes, wrongCosts }),
  }
}

/** The options of an evaluation. */
export interface EvaluationOptions {
  readonly settings: BotSettings
  readonly wrongCosts: number
  /** The number of messages without a label. */
  readonly unlabelled: number
}

/** Counts outcomes with other settings of clarification. Most messages have no second scenario near the best. */
function createClarifiedCount(labelled: readonly LabelledMessage[], asking: BotSettings) {
  const widest = { ...asking, scenario_clarify_min_confidence: minPoint, scenario_clarify_margin: maxMargin }
  const canAsk = ({ contenders }: LabelledMessage) =>
    decideAnew(contenders, widest).kind === 'clarify' || decideAnew(contenders, asking).kind === 'clarify'
  const ambiguous = labelled.filter(canAsk)
  const certain = labelled.filter(message => !canAsk(message))
  const fixed = countLabelled(certain, ({ contenders }) => decideAnew(contenders, asking))
  return (settings: BotSettings): LabelledOutcomes => {
    const counts = countLabelled(ambiguous, ({ contenders }) => decideAnew(contenders, settings))
    return {
      right: counts.right + fixed.right,
      asked: counts.asked + fixed.asked,
      askedOther: counts.askedOther + fixed.askedOther,
      wrong: counts.wrong + fixed.wrong,
      nothing: counts.nothing + fixed.nothing,
      outOfScopeStarted: counts.outOfScopeStarted + fixed.outOfScopeStarted,
    }
  }
}

function scoreScenarios(labelled: readonly LabelledMessage[]): readonly LabelledScenario[] {
  const found = new Map<string, { messages: number; right: number; started: number }>()
  const of = (key: string) => {
    const known = found.get(key) ?? { messages: 0, right: 0, started: 0 }
    found.set(key, known)
    return known
  }
  for (const { expected, decision, count } of labelled) {
    if (expected !== null) of(expected).messages += count
    if (decision.kind !== 'start') continue
    of(decision.scenario).started += count
    if (decision.scenario === expected) of(decision.scenario).right += count
  }
  return Array.from(found, ([key, { messages, right, started }]) => ({
    key,
    messages,
    right,
    precision: share(right, started),
    recall: share(right, messages),
    // The harmonic mean of both.
    f1: share(2 * right, messages + started),
  })).sort((a, b) => (a.f1 ?? 1) - (b.f1 ?? 1) || b.messages - a.messages || compareText(a.key, b.key))
}

function countConfusions(labelled: readonly LabelledMessage[]): readonly Confusion[] {
  const found = new Map<string, { expected: string; started: string; count: number }>()
  for (const { expected, decision, count } of labelled) {
    if (decision.kind !== 'start' || decision.scenario === expected) continue
    const confusion = { expected: expected ?? 'none', started: decision.scenario, count: 0 }
    const name = JSON.stringify([expected, decision.scenario])
    const known = found.get(name) ?? confusion
    known.count += count
    found.set(name, known)
  }
  return [...found.values()].sort(
    (a, b) => b.count - a.count || compareText(a.expected, b.expected) || compareText(a.started, b.started),
  )
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000
}

function sum(messages: readonly { readonly count: number }[]): number {
  return messages.reduce((all, { count }) => all + count, 0)
}
