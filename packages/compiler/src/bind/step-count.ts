/** The maximum number of steps to validate one source with the schemas of its extensions. */
export const maxSteps = 1_000_000

/** Thrown by a validator that has exceeded the limit. */
export class OutOfSteps extends Error {
  override readonly name = 'OutOfSteps'
}

/** The cost of comparing a value with a part of a schema. */
export interface StepCharge {
  /** For the schema itself. */
  readonly values: number
  /** For each character of a text. */
  readonly perCharacter: number
  /** For each character of a field's name. */
  readonly perNameCharacter: number
}

/**
 * Counts steps and ends validations that take too long, whatever the schema: the schema may come from an untrusted
 * change.
 */
export interface StepCount {
  restart(): void
  charge(charge: StepCharge, value: unknown): void
}

export function createStepCount(): StepCount {
  let left = maxSteps
  return {
    restart: () => {
      left = maxSteps
    },
    charge: (charge, value) => {
      left -= costOf(charge, value)
      if (left < 0) throw new OutOfSteps()
    },
  }
}

function costOf({ values, perCharacter, perNameCharacter }: StepCharge, value: unknown): number {
  if (typeof value === 'string') return values + perCharacter * value.length
  if (typeof value !== 'object' || value === null) return values
  if (Array.isArray(value)) return values
  let cost = values
  for (const name of Object.keys(value)) cost += 1 + perNameCharacter * name.length
  return cost
}
