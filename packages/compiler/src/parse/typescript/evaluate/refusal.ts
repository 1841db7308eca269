import type { Problem } from '../../problem.ts'
import { stretchOf } from '../place.ts'
import type { Mark } from './value.ts'

/** Nobody reads more of one file at a time. */
export const mostProblems = 20

/**
 * Ends the evaluation of a statement. It never leaves the evaluator: whoever evaluates a file makes problems of it. It
 * is thrown since what stands in the way lies any number of calls below, and nothing above can go on without a value.
 */
export class Refusal extends Error {
  readonly problems: readonly Problem[]
  /** Whether nothing at all is evaluated any more: a budget is used up. */
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

/** Refuses what stands at a place. */
export function refuse(at: Mark, message: string, detail: Refused = {}): never {
  throw new Refusal([problemAt(at, message, detail)], detail.isFinal)
}

/** Makes a problem of a refusal, in the file where it occurs. */
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
    ...(isCalled
      ? { related: [{ span: { start: anchor.start, end: anchor.end }, message: 'It is called here' }] }
      : {}),
  }
}
