import type { Edit } from '@scenewright/model'
import type { Splice } from '../edit/splice.ts'
import type { Step } from '../edit/steps.ts'
import { commentBehind } from '../edit/trailing-comment.ts'
import { quoted } from '../format/text-style.ts'
import type { Span } from '../parse/places.ts'
import type { Problem } from '../parse/problem.ts'
import type { SourceNode } from '../parse/source-tree.ts'
import { suppressionWord } from '../parse/suppression-form.ts'
import type { SchemaFault } from './schema-error.ts'
import { capital, isNodeId, nameOf } from './schema-messages.ts'

/** A source in YAML. */
export interface YamlText {
  readonly text: string
  /** The edits for these splices, if they make these steps and change nothing else. */
  edits(splices: readonly Splice[], steps: readonly Step[]): readonly Edit[] | undefined
}

/** The longest text that a message repeats, in UTF-16 units. */
export const maxShown = 60

/** The problem of a text that YAML reads as a mapping or as a comment, because it has no quotes. */
export function needsQuotesProblem(fault: SchemaFault, yaml: YamlText): Problem | undefined {
  const { error, path, at } = fault
  const types = [error.params.type].flat()
  if (!types.includes('string') || isNodeId(path)) return undefined
  const isMapping = at.node.kind === 'mapping'
  const span = isMapping ? mappingSpan(yaml.text, at.node, at.field === undefined) : commentSpan(yaml.text, at.node)
  if (span === undefined) return undefined
  const text = yaml.text.slice(span.start, span.end)
  const splice = { ...span, text: quoted(text) }
  const edits = yaml.edits([splice], [{ kind: 'write', path, value: text }])
  return {
    rule: 'source/needs-quotes',
    message: `${capital(nameOf(fault))} is read as ${isMapping ? 'a mapping' : 'a comment'}, not as a text`,
    span,
    help: text.length > maxShown ? 'Put the text in quotes.' : `Put the text in quotes: ${splice.text}.`,
    ...(at.flowNode !== undefined && { node: at.flowNode }),
    ...(edits && { fixes: [{ title: 'Put the text in quotes', edits }] }),
  }
}

/** An item `Where: is it`, with the comment behind it if it belongs to the text. */
function mappingSpan(text: string, node: SourceNode, isItem: boolean): Span | undefined {
  const [field, ...others] = node.kind === 'mapping' ? node.fields : []
  const isSingle = isItem && others.length === 0 && field?.value.kind === 'scalar' && node.origin === undefined
  const written = text.slice(node.start, node.end).trimEnd()
  // An alias, or a merge key, is meant as such.
  if (!isSingle || /^[{&*!]|^<<:|\n/.test(written) || text.charAt(field.value.start) === '*') return undefined
  const end = node.start + written.length
  const comment = commentBehind(text, end)
  // In `! Note: bring it`, the `!` is a tag of the key.
  const mark = /![ \t]+$/.exec(text.slice(Math.max(0, node.start - 9), node.start))?.[0] ?? ''
  return {
    start: node.start - mark.length,
    end: comment !== undefined && isPartOfText(comment) ? end + comment.length : end,
  }
}

/** A comment on the line of a dash or a key that has no value. */
function commentSpan(text: string, node: SourceNode): Span | undefined {
  if (node.kind !== 'scalar' || node.value !== null || node.origin !== undefined) return undefined
  const mark = text.slice(0, node.start).trimEnd().length
  const comment = commentBehind(text, mark)
  if (!/[-:]/.test(text.charAt(mark - 1)) || comment === undefined || !isPartOfText(comment)) return undefined
  const start = mark + comment.length - comment.trimStart().length
  return { start, end: mark + comment.length }
}

/** Comments, and suppressions, begin with a space after the `#`. */
function isPartOfText(comment: string): boolean {
  const content = comment.trimStart().slice(1)
  return !/^\s/.test(content) && !content.startsWith(suppressionWord)
}
