import type { SuppressionComment } from '@scenewright/model/compilation'
import { createPlaces, type Places } from '../parse/places.ts'
import type { Collection, Entry } from './layout.ts'

/** The suppressions of a text by the lines of their comments, with the entry that each covers first, if any. */
export interface CoveredEntries {
  isSuppression(offset: number): boolean
  /** Returns the entry covered by a suppression above or after it: for `- a: 1`, the item or its field. */
  entry(offset: number, isAlone: boolean): Entry | undefined
  /** Whether the contents of an entry must stay on its line, because a suppression covers that line. */
  isPinned(entry: Entry): boolean
}

const none: CoveredEntries = { isSuppression: () => false, entry: () => undefined, isPinned: () => false }

/** Determines which of the entries of a text's layout its suppressions cover. */
export function coveredEntries(
  root: Collection,
  text: string,
  suppressions: readonly SuppressionComment[],
): CoveredEntries {
  if (suppressions.length === 0) return none
  const places = createPlaces('', text)
  const coveredLines = new Map(suppressions.map(({ range, line }) => [range.start.line, line]))
  const firsts = firstEntries(root, places)
  const covered = [...coveredLines.values()].flatMap(line => sameLine(firsts.get(line), places))
  const pinned = new Set(
    covered.filter(({ key, value }) => key === undefined || ('isInline' in value && value.isInline)),
  )
  return {
    isPinned: entry => pinned.has(entry),
    isSuppression: offset => coveredLines.has(places.line(offset)),
    entry(offset, isAlone) {
      const first = firsts.get(coveredLines.get(places.line(offset)) ?? 0)
      return isAlone ? first : sameLine(first, places).at(-1)
    },
  }
}

function firstEntries(root: Collection, places: Places): ReadonlyMap<number, Entry> {
  const firsts = new Map<number, Entry>()
  const visit = ({ entries }: Collection): void => {
    for (const entry of entries) {
      const line = lineOf(entry, places)
      if (!firsts.has(line)) firsts.set(line, entry)
      if (entry.value.kind === 'mapping' || entry.value.kind === 'list') visit(entry.value)
    }
  }
  visit(root)
  return firsts
}

/** An entry and those within it that begin on its line without brackets, as in `- a: 1`. */
function sameLine(entry: Entry | undefined, places: Places): readonly Entry[] {
  if (entry === undefined) return []
  const { value } = entry
  if ((value.kind !== 'mapping' && value.kind !== 'list') || value.isFlow) return [entry]
  const [first] = value.entries
  const isSame = first !== undefined && lineOf(first, places) === lineOf(entry, places)
  return isSame ? [entry, ...sameLine(first, places)] : [entry]
}

/** Where an entry begins for a finding: an item at its value rather than its dash, unless an anchor separates them. */
function lineOf({ key, value, span }: Entry, places: Places): number {
  const isCollection = value.kind === 'mapping' || value.kind === 'list'
  const isItem = key === undefined && isCollection && value.anchor === undefined
  return places.line((isItem ? value.span : span)?.start ?? 0)
}
