import { evaluationLimits } from '@scenewright/model/limits'
import { refuse } from './refusal.ts'
import type { Frame, Mark, Run, Unit } from './value.ts'

/** A new evaluation with its full budget. Without a source it is that of an imported file. */
export function createRun({ evaluate, execute }: Pick<Run, 'evaluate' | 'execute'>, source: Unit | undefined): Run {
  return { evaluate, execute, source, steps: 0, depth: 0, characters: 0 }
}

/** Counts evaluated expressions, statements or items. */
export function chargeSteps(at: Mark, count: number): void {
  const { run } = at.frame
  run.steps += count
  if (run.steps > evaluationLimits.steps) spent(at, `takes more than ${evaluationLimits.steps} steps`)
}

/** Counts the characters of a text that is about to be created or read. */
export function chargeCharacters(at: Mark, count: number): void {
  const { run } = at.frame
  // A count that is not a number would disable all limits.
  if (!Number.isNaN(count)) run.characters += Math.max(0, count)
  if (run.characters > evaluationLimits.characters) {
    spent(at, `makes or reads more than ${evaluationLimits.characters} characters`)
  }
}

const longName = 100

/** Counts the characters of the name of a field, which is compared with others; a step covers that of a usual one. */
export function chargeName(at: Mark, name: string): void {
  if (name.length > longName) chargeCharacters(at, name.length)
}

/** Enters one more level; the caller decrements `run.depth` afterwards. */
export function deepen(node: Mark['node'], frame: Frame): void {
  frame.run.depth += 1
  if (frame.run.depth > evaluationLimits.depth) {
    spent({ node, frame }, `nests or calls itself deeper than ${evaluationLimits.depth} levels`)
  }
}

function spent(at: Mark, what: string): never {
  return refuse(at, `The evaluation ${what}`, {
    help: 'A source should state its values, not compute them.',
    isFinal: true,
  })
}
