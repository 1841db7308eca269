import type { Omit, PlacedText } from '../../imported-bot.ts'
import { reportEntities } from '../report-entities.ts'

/**
 * `[Paris](city)`, `[Paris](city:paris)`, `[Paris]{"entity": "city"}` and `[Paris][{"entity": "city"}]`. Each part ends at
 * the next bracket, so a search takes linear time.
 */
const annotation =
  /\[(?<text>[^[\]\n]+)\](?:\((?<entity>[^():\n]+)(?::[^()\n]*)?\)|(?<dictionary>\{[^{}\n]*\})|\[(?<list>[^[\]\n]*)\])/g

/** Replaces the annotations of entities in examples by their texts, and records each entity once. */
export function withoutAnnotations(
  examples: readonly PlacedText[],
  { intent, omit }: { readonly intent: string; readonly omit: Omit },
): readonly PlacedText[] {
  const plain = examples.map(({ text, place }) => {
    const entities: string[] = []
    const replaced = text.replace(annotation, (whole, inner: string, ...rest: unknown[]) => {
      const groups = rest.at(-1) as { readonly [name: string]: string | undefined }
      const names = groups.entity === undefined ? namesIn(groups.dictionary ?? groups.list ?? '') : [groups.entity]
      if (names.length === 0) return whole
      entities.push(...names)
      return inner
    })
    return { text: replaced, entities, place }
  })
  reportEntities(intent, plain, omit)
  return plain
}

/** The entities in an annotation in JSON. */
function namesIn(json: string): readonly string[] {
  return Array.from(json.matchAll(/"entity"\s*:\s*"([^"\n]*)"/g), ([, name = '']) => name)
}
