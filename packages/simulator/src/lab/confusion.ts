import type { ExampleTrial } from './trial.ts'

/** How often the examples of one scenario bring another into play, or the scenario itself. */
export interface ConfusionCell {
  /** The scenario whose examples they are. */
  readonly own: string
  /** The scenario that starts, or is among what the bot asks; null where nothing starts. */
  readonly other: string | null
  readonly started: number
  readonly asked: number
  readonly none: number
}

/** The cells that are not empty, in the order in which scenarios and their rivals are first met. */
export function confusionOf(trials: readonly ExampleTrial[]): readonly ConfusionCell[] {
  const cells = new Map<string, { own: string; other: string | null; started: number; asked: number; none: number }>()
  const cellOf = (own: string, other: string | null) => {
    const name = JSON.stringify([own, other])
    const found = cells.get(name) ?? { own, other, started: 0, asked: 0, none: 0 }
    cells.set(name, found)
    return found
  }
  for (const { scenario, decision } of trials) {
    if (decision.kind === 'start') cellOf(scenario, decision.scenario).started++
    else if (decision.kind === 'none') cellOf(scenario, null).none++
    else for (const candidate of decision.candidates) cellOf(scenario, candidate).asked++
  }
  return [...cells.values()]
}
