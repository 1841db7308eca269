import type { Change } from '@scenewright/model/compilation'
import { quoted } from '../format/text-style.ts'
import type { Language, SourceNode } from '../parse/source-tree.ts'
import { changedText } from './changed-value.ts'
import { isLineStart, readGap, skipSpaceBack } from './gap.ts'
import { addField, appendToList } from './insertion.ts'
import { isBlank, type Literal, readLetters } from './letters.ts'
import { type ListItem, listItem } from './list-item.ts'
import { removeFromBrackets } from './remove-from-brackets.ts'
import { replaceLiteral } from './replace-literal.ts'
import { cut, type Splice } from './splice.ts'
import { commentBehind, isPlainText, trailingComment } from './trailing-comment.ts'
import type { TreePath } from './tree-path.ts'

/**
 * The part of a source to change; `trail` holds the nodes that contain it, then the part itself unless it is a field to
 * add.
 */
export interface Target {
  readonly text: string
  readonly language: Language
  readonly path: TreePath
  readonly trail: readonly SourceNode[]
}

/** The splices that may make a change, the best ones first. The caller verifies the result. */
export function proposeSplices(target: Target, change: Change): readonly (readonly Splice[])[] {
  return proposalsOf(target, change).filter(splices => splices !== undefined)
}

function proposalsOf(target: Target, change: Change): readonly (readonly Splice[] | undefined)[] {
  if (change.kind === 'remove') return [removal(target)]
  if (change.kind === 'uncomment') return [uncommented(target, change)]
  return change.kind === 'insert' || change.kind === 'set' ? [fieldSplices(target, change)] : rewordings(target, change)
}

/** The splices that set a field of the scenario, or append to it. */
function fieldSplices(
  { text, language, path, trail: [root, field] }: Target,
  change: Extract<Change, { readonly kind: 'insert' | 'set' }>,
): readonly Splice[] | undefined {
  if (root?.kind !== 'mapping') return undefined
  if (field === undefined) {
    return addField({ text, language }, root, String(path[0]), change.kind === 'set' ? change.value : change.texts)
  }
  if (change.kind === 'insert') return appendToList({ text, language }, field, change.texts)
  const { kind, start, end } = field
  return kind === 'scalar' ? [{ start, end, text: `${start === end ? ' ' : ''}${change.value}` }] : undefined
}

function removal({ text, language, path, trail }: Target): readonly Splice[] | undefined {
  const found = listItem(trail, path)
  if (found === undefined || hidesComment(text, found.item, language)) return undefined
  if (text.charAt(found.list.start) === '[') return removeFromBrackets(text, found, language)
  return language === 'yaml' ? removeFromBlock(text, found) : undefined
}

/** A comment inside an item would be removed with it. */
function hidesComment(text: string, item: SourceNode, language: Language): boolean {
  const written = text.slice(item.start, item.end)
  if (item.kind === 'scalar' && language === 'yaml') return /^[|>][^\n]*#/.test(written)
  const literal = literalOf(item)
  if (literal !== undefined && readLetters(text, literal, language) !== undefined) return false
  return /#|\/\/|\/\*/.test(written)
}

function rewordings(
  target: Target,
  change: Extract<Change, { readonly kind: 'replace' | 'strip' }>,
): readonly (readonly Splice[] | undefined)[] {
  const { text, language, trail } = target
  const literal = literalOf(trail.at(-1))
  const wanted = literal && changedText(literal.value, change)
  if (literal === undefined || wanted === undefined) return []
  const replaced = replaceLiteral(text, literal, wanted, { language, isInline: isInline(target) })
  const whole = replaced && [replaced]
  return change.kind === 'replace' ? [whole] : [stripLiteral(text, literal, change.characters, language), whole]
}

/** Whether the part is in brackets or braces. */
function isInline({ text, trail }: Target): boolean {
  return trail.slice(0, -1).some(({ start }) => /[[{]/.test(text.charAt(start)))
}

/**
 * The splice that puts a plain scalar and the comment behind it in quotes. Undefined if that comment may contain the
 * end of the list or mapping in brackets that the scalar is in.
 */
function uncommented(
  target: Target,
  { comment }: Extract<Change, { readonly kind: 'uncomment' }>,
): readonly Splice[] | undefined {
  const { text, language, trail } = target
  const part = trail.at(-1)
  const literal = literalOf(part)
  if (part === undefined || literal === undefined || language !== 'yaml' || !isPlainText(text, part)) return undefined
  const { start, end, value } = literal
  if (commentBehind(text, end) !== comment || (isInline(target) && /[,[\]{}]/.test(comment))) return undefined
  return [{ start, end: end + comment.length, text: quoted(value + comment) }]
}

function literalOf(node: SourceNode | undefined): Literal | undefined {
  if (node?.kind !== 'scalar' || typeof node.value !== 'string') return undefined
  return { start: node.start, end: node.end, value: node.value }
}

/**
 * The splices that remove every matching character from a literal, and leave everything else unchanged. Undefined if
 * white space would be removed, because a literal may contain white space that is not part of its text.
 */
function stripLiteral(
  text: string,
  literal: Literal,
  characters: RegExp,
  language: Language,
): readonly Splice[] | undefined {
  const letters = readLetters(text, literal, language)
  const { value } = literal
  const doomed = new Set([...value.matchAll(characters)].flatMap(({ 0: match, index }) => matchedUnits(match, index)))
  if (letters === undefined || doomed.size === 0) return undefined
  const splices = new Map<number, Splice>()
  let place = 0
  for (const [index, unit] of value.split('').entries()) {
    const letter = isBlank(unit) ? undefined : letters[place]
    if (doomed.has(index)) {
      if (letter === undefined) return undefined
      splices.set(letter.start, cut(letter.start, letter.end))
    }
    if (letter !== undefined) place += 1
  }
  return [...splices.values()]
}

function matchedUnits(match: string, index: number): readonly number[] {
  return Array.from({ length: match.length }, (_, offset) => index + offset)
}

/**
 * The splices that remove an item from a YAML list with one item per line, with its lines. Its comments remain, on
 * their own lines. Undefined for the only item, and if the dash is not the first on its line.
 */
function removeFromBlock(text: string, { list, item, previous, next }: ListItem): readonly Splice[] | undefined {
  if (previous === undefined && next === undefined) return undefined
  const gap = readGap(text, { start: previous?.end ?? list.start, end: item.start }, 'yaml')
  const marks = gap?.filter(({ kind }) => kind !== 'comment')
  const [dash] = marks ?? []
  if (gap === undefined || dash?.kind !== '-' || marks?.length !== 1) return undefined
  const lineStart = skipSpaceBack(text, dash.start)
  if (!isLineStart(text, lineStart)) return undefined
  const trailing = trailingComment(text, item.end)
  if (trailing === undefined) return undefined
  const comments = gap.filter(({ start }) => start > dash.start).map(({ start, end }) => text.slice(start, end))
  if (trailing.comment !== '') comments.push(trailing.comment)
  if (comments.length === 0) return [cut(lineStart, trailing.next)]
  const separator = `${text.slice(trailing.end, trailing.next)}${text.slice(lineStart, dash.start)}`
  return [{ start: dash.start, end: trailing.end, text: comments.join(separator) }]
}
