import type { EvaluatedState } from '@scenewright/checker/evaluations'
import type { ScenarioFields } from '@scenewright/model'

type KnownTexts = EvaluatedState['scenarios'][number]

/** The texts of the scenarios of an evaluated state, one after another, in few lists. */
export interface PackedTexts {
  readonly encoding: 'latin1' | 'utf16le'
  readonly letters: Uint8Array
  /** By text, the number of its UTF-16 code units. */
  readonly lengths: Uint32Array
  /** By scenario, the numbers of its texts, of those that describe it, and of its examples. */
  readonly counts: Uint32Array
}

/** Packs these texts. */
export function packTexts(scenarios: readonly KnownTexts[]): PackedTexts {
  const texts = scenarios.flatMap(known => known.texts)
  const all = texts.join('')
  const encoding = /[^\0-\xff]/.test(all) ? 'utf16le' : 'latin1'
  return {
    encoding,
    // A buffer would be stored as JSON.
    letters: Uint8Array.from(Buffer.from(all, encoding)),
    lengths: Uint32Array.from(texts, text => text.length),
    counts: Uint32Array.from(scenarios.flatMap(known => [known.texts.length, known.ownCount, known.exampleCount])),
  }
}

/** A scenario as it is now. */
export interface PresentScenario {
  readonly key: string
  readonly fields: ScenarioFields
}

/**
 * Unpacks the texts of the scenarios with these keys, in their order. Those of a scenario that still has them are its
 * present ones: of 1,000 scenarios, reading all texts anew took a twentieth of a check after a change of one.
 */
export function unpackTexts(
  { encoding, letters, lengths, counts }: PackedTexts,
  keys: readonly string[],
  present: readonly PresentScenario[] = [],
): readonly KnownTexts[] {
  const all = Buffer.from(letters.buffer, letters.byteOffset, letters.byteLength).toString(encoding)
  const presentByKey = new Map(present.map(({ key, fields }) => [key, fields]))
  let [begin, next] = [0, 0]
  const isNext = (texts: readonly string[], count: number): boolean => {
    let at = begin
    return (
      texts.length === count &&
      texts.every((text, place) => {
        const isSame = text.length === lengths[next + place] && all.startsWith(text, at)
        at += text.length
        return isSame
      })
    )
  }
  return keys.map((key, place) => {
    const [count = 0, ownCount = 0, exampleCount = 0] = counts.subarray(place * 3)
    const fields = presentByKey.get(key)
    const now = fields === undefined ? [] : listTexts(fields)
    const isSame = isNext(now, count)
    const texts = isSame ? now : new Array<string>(count)
    for (let at = 0; at < count; at++, next++) {
      const end = begin + (lengths[next] ?? 0)
      if (!isSame) texts[at] = all.slice(begin, end)
      begin = end
    }
    return { key, texts, ownCount, exampleCount }
  })
}

/** The texts of a scenario whose description and title differ from its examples, as nearly all do. */
function listTexts({ examples = [], exclusions = [], trigger_description, title }: ScenarioFields): string[] {
  return [...examples, trigger_description, title, ...exclusions]
}
