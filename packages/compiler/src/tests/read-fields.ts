import { fieldOf, type SourceMapping, type SourceNode } from '../parse/source-tree.ts'

/** The items of the list in a field; none where there is no list. */
export function itemsOf(mapping: SourceMapping, name: string): readonly SourceNode[] {
  const list = fieldOf(mapping, name)?.value
  return list?.kind === 'list' ? list.items : []
}

/** Those of them that are mappings. */
export function mappingsOf(mapping: SourceMapping, name: string): readonly SourceMapping[] {
  return itemsOf(mapping, name).filter(item => item.kind === 'mapping')
}

/** Their texts. */
export function textsOf(mapping: SourceMapping, name: string): readonly string[] {
  return itemsOf(mapping, name).map(textOf)
}

/** The text that a value is; empty where it is none, which the schema rules out. */
export function textOf(node: SourceNode | undefined): string {
  return typeof node?.value === 'string' ? node.value : ''
}
