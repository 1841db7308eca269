import type { Collection, Layout } from './layout.ts'

/** The anchors and aliases of a layout in their order. While it stays, every alias stands for what it stood for. */
export function anchorTrail(root: Collection): readonly string[] {
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
