import type { FilePlace, Omit, PlacedText } from '../imported-bot.ts'

/** An example as plain text, and the entities that it annotates. */
export interface AnnotatedText extends PlacedText {
  readonly entities: readonly string[]
}

/** Records the entities that the examples of an intent annotate, once each. */
export function reportEntities(intent: string, examples: readonly AnnotatedText[], omit: Omit): void {
  const places = new Map<string, { count: number; readonly place: FilePlace }>()
  for (const { entities, place } of examples) {
    for (const name of entities) {
      const known = places.get(name)
      if (known === undefined) places.set(name, { count: 1, place })
      else known.count += 1
    }
  }
  for (const [name, { count, place }] of places) {
    const times = count === 1 ? 'once' : `${count} times`
    omit('entity', `"${name}" in the examples of "${intent}": ${times}; the text stays`, place)
  }
}
