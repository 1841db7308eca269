import { findField, type SourceMapping, type SourceNode } from '../parse/source-tree.ts'

/** The items of the list in a field; empty if there is no list. */
export function itemsOf(mapping: SourceMapping, name: string): readonly SourceNode[] {
  const list = findField(mapping, name)?.value
  return list?.kind === 'list' ? list.items : []
}

/** Those items that are mappings. */
export function mappingsOf(mapping: SourceMapping, name: string): readonly SourceMapping[] {
  return itemsOf(mapping, name).filter(item => item.kind === 'mapping')
}

/** Their texts. */
export function textsOf(mapping: SourceMapping, name: string): readonly string[] {
  return itemsOf(mapping, name).map(textOf)
}

/** The text of a value; empty if it is not a text, which the schema excludes. */
export function textOf(node: SourceNode | undefined): string {
  return typeof node?.value === 'string' ? node.value : ''
}
