import { visible } from '@scenewright/model/text'
import type { Advice, Collision, Evaluation, Mark, NearMiss } from '@scenewright/simulator/lab'
import type { Paint } from '../../../shell/terminal.ts'
import type { LabReport } from '../lab-report.ts'

/** The problems of triggers, in a few words each. */
export const markTexts: { readonly [mark in Mark]: string } = {
  'no-examples': 'has no examples: only its description can start it',
  'one-example': 'has one example: needs two or more to be tested',
  dead: 'none of its examples starts it without an exact match',
  silent: 'at least half of its examples start nothing without an exact match',
  greedy: 'takes examples of other scenarios',
}

/** The advice for a pair, as a sentence without a period. `quote` formats a text of the author. */
export function adviceText({ advice, scenarios: [one, other] }: Collision, quote: (text: string) => string): string {
  return printAdvice(advice, [one, other], quote)
}

function printAdvice(advice: Advice, [one, other]: readonly [string, string], quote: (text: string) => string): string {
  switch (advice.kind) {
    case 'same':
      return `keep ${quote(advice.text)} in only one of the two`
    case 'merge':
      return `consider merging ${one} and ${other}; otherwise reword the examples of both`
    case 'exclusion':
      return `give ${advice.scenario} an exclusion like ${quote(advice.text)}`
    case 'reword':
      return `reword ${quote(advice.text)} with words that distinguish the two scenarios`
  }
}

/** Whether another threshold is advised. */
export function isThresholdAdvised({ advice, messages }: Evaluation): boolean {
  return messages >= advice.minMessages && advice.cost < advice.presentCost
}

/** The advice on the threshold without a period. It compares the costs for these messages. */
export function thresholdAdvice(evaluation: Evaluation): string {
  const { advice, messages } = evaluation
  const { threshold, interval, cost, presentCost, minMessages } = advice
  if (messages < minMessages) return `label at least ${minMessages} messages; ${messages} are too few for a threshold`
  const proposed = `min_confidence ${threshold} (${interval.join(' to ')}) for all`
  return isThresholdAdvised(evaluation)
    ? `${proposed}, which costs ${cost}; the present thresholds cost ${presentCost}`
    : `keep the present thresholds, which cost ${presentCost}; ${proposed} costs ${cost}`
}

/** Why a near miss belongs to its scenario, in parentheses; empty if that is the most similar one. */
export function labelNote({ expected, nearest }: NearMiss): string {
  if (expected === undefined) return ''
  return nearest === undefined ? ' (its label)' : ` (its label; nearest is ${visible(nearest)})`
}

/** The disclaimer for all numbers. */
export function disclaimer({ scored_by }: Pick<LabReport, 'scored_by'>): string {
  return `By ${scored_by}, which approximates the service's own matching.`
}

/** A share for people: `12.5 %`; a dash if there is no whole. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((part / whole) * 100).toFixed(1)} %`
}

/** An external text in quotes on one line, truncated if it is long. */
export function shortened(text: string, longest = 60): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const units = [...line]
  const cut =
    units.length > longest
      ? `${units
          .slice(0, longest - 1)
          .join('')
          .trimEnd()}…`
      : line
  return `"${visible(cut)}"`
}

/** The line below a truncated list; empty for a complete one. */
export function andMore(all: number, shown: number, paint: Paint): string {
  return all > shown ? paint('dim', `  and ${all - shown} more; --format json has all\n`) : ''
}
