import type { BotSettings } from '@scenewright/model/config'
import { noScenario } from '@scenewright/model/conversation-tests'
import { compareText } from '@scenewright/model/text'
import { difference } from '../dialogue/decide.ts'
import {
  addOutcomes,
  createOutcomeCounts,
  type LabelledMessage,
  type LabelledOutcomes,
  labelledOutcome,
} from './labelled.ts'
import { share } from './numbers.ts'
import { createOutcomeCurve } from './outcome-curve.ts'
import { decideAnew } from './outcomes.ts'
import {
  type Advice,
  addToLevel,
  adviseThreshold,
  createLevels,
  type ShareIntervals,
  shareIntervals,
} from './threshold-advice.ts'

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
  /** Of 95 %, by Wilson's score. Percentages. */
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

/** How messages are evaluated. */
export interface EvaluateOptions {
  /** A wrong start costs so many times as much as a missing one. */
  readonly wrongCosts: number
  /** The threshold of scenarios without one of their own. */
  readonly presentThreshold: number
}

/** Evaluates labelled messages one after another; its memory grows only with the scenarios. */
export interface Evaluator {
  add(message: LabelledMessage): void
  evaluate(options: EvaluateOptions & { readonly unlabelled: number }): Evaluation
}

/** Creates an evaluator without messages. */
export function createEvaluator(settings: BotSettings): Evaluator {
  const present = createOutcomeCounts()
  const totals = { messages: 0, outOfScope: 0, top1: 0 }
  const curves = createCurves(settings)
  const levels = createLevels()
  const pairs = createPairCounts()
  return {
    add(message) {
      const { count, expected, decision, contenders } = message
      const outcome = labelledOutcome(decision, expected)
      if (outcome !== undefined) present[outcome] += count
      totals.messages += count
      if (expected === null) totals.outOfScope += count
      else if (contenders[0]?.scenario === expected) totals.top1 += count
      curves.add(message)
      addToLevel(levels, message)
      pairs.add(message)
    },
    evaluate({ unlabelled, ...choice }) {
      const { outOfScopeStarted, ...inScope } = present
      const all = curves.all()
      return {
        messages: totals.messages,
        unlabelled,
        ...inScope,
        outOfScope: { messages: totals.outOfScope, started: outOfScopeStarted },
        top1: totals.top1,
        intervals: shareIntervals(inScope),
        scenarios: pairs.scenarios(),
        confusions: pairs.confusions(),
        ...all,
        advice: adviseThreshold(levels, { curve: all.curve, present, ...choice }),
      }
    },
  }
}

/** The curves of an evaluation. Most messages have no second scenario near the best, so no setting makes the bot ask. */
function createCurves(settings: BotSettings) {
  const asking = { ...settings, scenario_clarify_enabled: true }
  const widest = {
    ...asking,
    scenario_clarify_min_confidence: Math.min(minPoint, settings.scenario_clarify_min_confidence),
    scenario_clarify_margin: Math.max(maxMargin, settings.scenario_clarify_margin),
  }
  const thresholds = createOutcomeCurve(minPoint, 100)
  const minimums = createOutcomeCurve(minPoint, 100)
  const margins = createOutcomeCurve(0, maxMargin)
  const certain = createOutcomeCounts()
  const withCertain = (outcomes: LabelledOutcomes) => addOutcomes([outcomes, certain])
  return {
    add({ contenders, expected, count }: LabelledMessage) {
      const outcomeWith = (changed: BotSettings, min?: number) =>
        labelledOutcome(decideAnew(contenders, changed, min), expected)
      const [best] = contenders
      const above = contenders.map(({ confidence }) => Math.floor(confidence) + 1)
      thresholds.add(count, point => outcomeWith(settings, point), above.slice(0, 1))
      if (decideAnew(contenders, widest).kind !== 'clarify') {
        const outcome = outcomeWith(asking)
        if (outcome !== undefined) certain[outcome] += count
        return
      }
      minimums.add(count, point => outcomeWith({ ...asking, scenario_clarify_min_confidence: point }), above)
      const beyond = contenders.map(({ confidence }) => Math.floor(difference(best?.confidence ?? 0, confidence)) + 1)
      margins.add(count, point => outcomeWith({ ...asking, scenario_clarify_margin: point }), beyond)
    },
    all: () => ({
      curve: thresholds.points().map(({ point, outcomes }) => ({ threshold: point, ...outcomes })),
      clarifyCurve: minimums
        .points()
        .map(({ point, outcomes }) => ({ minConfidence: point, ...withCertain(outcomes) })),
      marginCurve: margins.points().map(({ point, outcomes }) => ({ margin: point, ...withCertain(outcomes) })),
    }),
  }
}

/** Counts messages by the scenarios that they should start and do start. */
function createPairCounts() {
  const byKey = new Map<string, { messages: number; right: number; started: number }>()
  const wrong = new Map<string | null, Map<string, number>>()
  const of = (key: string) => {
    const known = byKey.get(key) ?? { messages: 0, right: 0, started: 0 }
    byKey.set(key, known)
    return known
  }
  return {
    add({ expected, decision, count }: LabelledMessage) {
      if (expected !== null) of(expected).messages += count
      if (decision.kind !== 'start') return
      const { scenario } = decision
      of(scenario).started += count
      if (scenario === expected) {
        of(scenario).right += count
        return
      }
      const started = wrong.get(expected) ?? new Map<string, number>()
      wrong.set(expected, started)
      started.set(scenario, (started.get(scenario) ?? 0) + count)
    },
    scenarios: (): readonly LabelledScenario[] =>
      Array.from(byKey, ([key, { messages, right, started }]) => ({
        key,
        messages,
        right,
        precision: share(right, started),
        recall: share(right, messages),
        // The harmonic mean of both.
        f1: share(2 * right, messages + started),
      })).sort((a, b) => (a.f1 ?? 1) - (b.f1 ?? 1) || b.messages - a.messages || compareText(a.key, b.key)),
    confusions: (): readonly Confusion[] =>
      [...wrong]
        .flatMap(([expected, started]) =>
          Array.from(started, ([key, count]) => ({ expected: expected ?? noScenario, started: key, count })),
        )
        .sort((a, b) => b.count - a.count || compareText(a.expected, b.expected) || compareText(a.started, b.started)),
  }
}
