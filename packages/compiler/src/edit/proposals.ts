import type { Change } from '@scenewright/model'
import type { Language, SourceNode } from '../parse/source-tree.ts'
import { changedText } from './changed-value.ts'
import { type Literal, lettersOf } from './letters.ts'
import { listItem } from './list-item.ts'
import { removeFromBlock } from './remove-from-block.ts'
import { removeFromBrackets } from './remove-from-brackets.ts'
import { replaceLiteral } from './replace-literal.ts'
import type { Splice } from './splice.ts'
import { stripLiteral } from './strip-literal.ts'
import type { TreePath } from './tree-path.ts'

/** What is to be changed: a part of a source, behind all that holds it. */
export interface Target {
  readonly text: string
  readonly language: Language
  readonly path: TreePath
  readonly trail: readonly SourceNode[]
}

/** The splices that may make a change, the best ones first. What they come to is for the caller to see. */
export function proposals(target: Target, change: Change): readonly (readonly Splice[])[] {
  const proposed = change.kind === 'remove' ? [removal(target)] : rewordings(target, change)
  return proposed.filter(splices => splices !== undefined)
}

function removal({ text, language, path, trail }: Target): readonly Splice[] | undefined {
  const found = listItem(trail, path)
  if (found === undefined || hidesComment(text, found.item, language)) return undefined
  if (text.charAt(found.list.start) === '[') return removeFromBrackets(text, found, language)
  return language === 'yaml' ? removeFromBlock(text, found) : undefined
}

/** A comment inside of an item would go with it. */
function hidesComment(text: string, item: SourceNode, language: Language): boolean {
  const written = text.slice(item.start, item.end)
  if (item.kind === 'scalar' && language === 'yaml') return /^[|>][^\n]*#/.test(written)
  const literal = literalOf(item)
  if (literal !== undefined && lettersOf(text, literal, language) !== undefined) return false
  return /#|\/\/|\/\*/.test(written)
}

function rewordings(
  target: Target,
  change: Exclude<Change, { readonly kind: 'remove' }>,
): readonly (readonly Splice[] | undefined)[] {
  const { text, language, trail } = target
  const literal = literalOf(trail.at(-1))
  const wanted = literal && changedText(literal.value, change)
  if (literal === undefined || wanted === undefined) return []
  const isInline = trail.slice(0, -1).some(({ start }) => /[[{]/.test(text.charAt(start)))
  const replaced = replaceLiteral(text, literal, wanted, { language, isInline })
  const whole = replaced && [replaced]
  return change.kind === 'replace' ? [whole] : [stripLiteral(text, literal, change.characters, language), whole]
}

function literalOf(node: SourceNode | undefined): Literal | undefined {
  if (node?.kind !== 'scalar' || typeof node.value !== 'string') return undefined
  return { start: node.start, end: node.end, value: node.value }
}
