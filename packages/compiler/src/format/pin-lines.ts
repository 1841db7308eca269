import { createPlaces } from '../parse/places.ts'
import type { Collection, Entry, Layout } from './layout.ts'

/**
 * Pins what stands on a line that a suppression covers, so that it covers the same afterwards: brackets stay on their
 * line, and an item of a list keeps its first field.
 */
export function pinLines(root: Collection, text: string, lines: ReadonlySet<number>): Collection {
  if (lines.size === 0) return root
  const places = createPlaces('', text)
  const isCovered = (value: Collection) => lines.has(places.line(value.span?.start ?? 0))
  const pinned = (value: Layout, isItem: boolean): Layout => {
    return value.kind === 'scalar' || value.kind === 'alias' ? value : pinnedCollection(value, isItem)
  }
  const pinnedCollection = (value: Collection, isItem: boolean): Collection => {
    const entry = (given: Entry): Entry => ({ ...given, value: pinned(given.value, value.kind === 'list') })
    const isPinned = (isItem || value.isInline === true) && isCovered(value)
    return { ...value, isPinned, entries: value.entries.map(entry) }
  }
  return pinnedCollection(root, false)
}
