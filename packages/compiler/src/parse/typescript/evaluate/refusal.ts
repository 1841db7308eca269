import type { Problem } from '../../problem.ts'
import { stretchOf } from '../place.ts'
import type { Mark } from './value.ts'

/** The maximum per file: nobody reads more at a time. */
export const maxProblems = 20

/**
 * Ends the evaluation of a statement. It never leaves the evaluator: the evaluation of a file converts it to a problem.
 * It is thrown because its cause may be any number of calls below, and no caller can continue without a value.
 */
export class Refusal extends Error {
  readonly problems: readonly Problem[]
  /** Whether the whole evaluation ends: a budget is used up. */
  readonly isFinal: boolean

  constructor(problems: readonly Problem[], isFinal = false) {
    super('refused')
    this.problems = problems
    this.isFinal = isFinal
  }
}

interface Refused {
  readonly help?: string
  readonly rule?: Problem['rule']
  readonly isFinal?: boolean
}

/** Refuses the syntax at a place. */
export function refuse(at: Mark, message: string, detail: Refused = {}): never {
  throw new Refusal([problemAt(at, message, detail)], detail.isFinal)
}

/** Converts a refusal to a problem, in the file where it occurs. */
export function problemAt(at: Mark, message: string, { help, rule }: Refused = {}): Problem {
  const { unit, run, anchor } = at.frame
  const { start, end } = stretchOf(at.node, unit)
  const isCalled = anchor !== undefined && anchor.unit === run.source && !(anchor.unit === unit && anchor.isOpen)
  return {
    rule: rule ?? 'source/not-static',
    message,
    span: { start, end },
    ...(unit === run.source ? {} : { places: unit.places }),
    ...(help === undefined ? {} : { help }),
    ...(isCalled ? { related: [{ span: { start: anchor.start, end: anchor.end }, message: 'Called here' }] } : {}),
  }
}
