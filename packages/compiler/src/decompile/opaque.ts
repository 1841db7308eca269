import { type Collection, type Layout, scalarLayout, toLayout } from '../format/layout.ts'

/** A value that the toolkit only copies: on one line if it is small, as people write it. */
export function opaque(value: unknown): Layout | undefined {
  const layout = toLayout(value)
  return layout === undefined ? undefined : small(layout)
}

/** The same for the value of a field that contains others, each on its own line. */
export function opaqueFields(value: object | undefined): Layout | undefined {
  const layout = opaque(value)
  return layout?.kind === 'mapping' ? { ...layout, isInline: false } : layout
}

function small(layout: Layout): Layout {
  if (layout.kind === 'scalar' || layout.kind === 'alias') return layout
  const entries = layout.entries.map(entry => ({ ...entry, value: small(entry.value) }))
  return { ...layout, entries, isInline: isFlat(layout) }
}

/** Whether it contains no line breaks, and at most one level of nested values. */
function isFlat({ entries }: Collection, depth = 0): boolean {
  return entries.every(({ value }) => {
    if (value.kind === 'mapping' || value.kind === 'list') return depth === 0 && isFlat(value, 1)
    return value.kind === 'scalar' && !String(value.value).includes('\n')
  })
}

/** A text or number as it is; undefined omits its field. */
export function optionalScalar(value: string | number | boolean | null | undefined): Layout | undefined {
  return value === undefined ? undefined : scalarLayout(value)
}
