import { OperationError } from '@scenewright/model'
import type { Gate, LabReport } from './lab-report.ts'

/** The minimums and maximums that a caller can require, in percent. */
export interface GateOptions {
  readonly minAccuracy?: number
  readonly minRight?: number
  readonly maxWrong?: number
}

const meanings = {
  'min-accuracy': 'of the examples start their own scenario; the minimum is',
  'min-right': 'of the labelled messages start the right scenario; the minimum is',
  'max-wrong': 'of the labelled messages start a wrong scenario; the maximum is',
} as const satisfies { readonly [name in Gate['name']]: string }

/** The result of a gate as a sentence without a period. */
export function gateText(gate: Gate): string {
  return `${measuredText(gate)} % ${meanings[gate.name]} ${gate.required} %`
}

/** With as many decimals as the result needs: 79.96 is not enough for 80. */
function measuredText({ name, measured, required, passed }: Gate): string {
  for (let decimals = 1; decimals < maxDecimals; decimals += 1) {
    const text = measured.toFixed(decimals)
    if (isPassed(name, Number(text), required) === passed) return text
  }
  return String(measured)
}

const maxDecimals = 10

/**
 * Compares a report with the required values. Without examples, none of them misses its scenario; without labelled
 * messages, their gates are usage errors.
 */
export function judgeGates(
  { outcomes, examples, evaluation }: Omit<LabReport, 'gates'>,
  { minAccuracy, minRight, maxWrong }: GateOptions,
): readonly Gate[] {
  const labelled = (option: string, part: 'right' | 'wrong') => {
    const inScope = (evaluation?.messages ?? 0) - (evaluation?.outOfScope.messages ?? 0)
    if (evaluation === undefined || inScope === 0) {
      throw new OperationError('usage', `${option} requires labelled messages that should start a scenario`, {
        help: 'name a file with --replay, and the column of its labels with --expected-column',
      })
    }
    return (evaluation[part] * 100) / inScope
  }
  return [
    ...gate('min-accuracy', minAccuracy, () => (examples.tried === 0 ? 100 : (outcomes.right * 100) / examples.tried)),
    ...gate('min-right', minRight, () => labelled('--min-right', 'right')),
    ...gate('max-wrong', maxWrong, () => labelled('--max-wrong', 'wrong')),
  ]
}

function gate(name: Gate['name'], required: number | undefined, measure: () => number): readonly Gate[] {
  if (required === undefined) return []
  const measured = measure()
  return [{ name, required, measured, passed: isPassed(name, measured, required) }]
}

function isPassed(name: Gate['name'], measured: number, required: number): boolean {
  return name === 'max-wrong' ? measured <= required : measured >= required
}
