import type { Collection, Layout } from './layout.ts'

/** Whether every alias still stands for what it stood for, though fields have changed their places. */
export function keepsAliases(before: Collection, after: Collection): boolean {
  const [was, is] = [anchorTrail(before), anchorTrail(after)]
  if (String(was) === String(is)) return true
  const named = new Set<string>()
  for (const mark of is) {
    const isAnchor = mark.startsWith('&')
    const isKnown = named.has(mark.slice(1))
    // A name may be given to one thing after the other: then every place matters.
    if (isAnchor === isKnown) return false
    named.add(mark.slice(1))
  }
  return true
}

/** The anchors and aliases of a layout in their order. */
function anchorTrail(root: Collection): readonly string[] {
  const trail: string[] = []
  const visit = (layout: Layout | undefined): void => {
    if (layout === undefined) return
    if (layout.kind === 'alias') {
      trail.push(`*${layout.name}`)
      return
    }
    if (layout.anchor !== undefined) trail.push(`&${layout.anchor}`)
    if (layout.kind === 'scalar') return
    for (const { key, value } of layout.entries) {
      visit(key)
      visit(value)
    }
  }
  visit(root)
  return trail
}
