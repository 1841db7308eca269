import type { Place } from '@scenewright/model'
import type { ConversationTests } from '@scenewright/model/conversation-tests'
import { createEditor } from '../edit/create-editor.ts'
import type { Splice } from '../edit/splice.ts'
import { findAncestry, type TreePath } from '../edit/tree-path.ts'
import type { Places } from '../parse/places.ts'
import type { Language, ParsedSource, SourceNode } from '../parse/source-tree.ts'

interface TestSource {
  readonly text: string
  readonly places: Places
  readonly parsed: ParsedSource
  readonly root: SourceNode
}

/**
 * The places of the scenarios' keys in tests that are written there and used nowhere else: replacing their text changes
 * nothing else in the file. To prove it, the file is read again with all of them changed.
 */
export function findKeyLiterals(tests: ConversationTests, source: TestSource): readonly Place[] {
  const { text, places, parsed, root } = source
  const { language } = parsed.rewriting ?? {}
  if (language === undefined) return []
  const found = keyPaths(tests).map(path => readKey(root, path, { text, language }))
  // A mapping that is used twice has its keys at one place.
  const elsewhere = new Set(found.flatMap(({ node, end }) => (end === undefined ? [node?.start] : [])))
  const literals = found.filter(({ node, end }) => end !== undefined && !elsewhere.has(node?.start))
  const steps = literals.map(({ node, path }) => ({ kind: 'write' as const, path, value: `${node?.value}x` }))
  const ends = new Set(literals.flatMap(({ end }) => end ?? []))
  const splices = [...ends].map((end): Splice => ({ start: end, end, text: 'x' }))
  if (steps.length === 0 || createEditor({ text, places, parsed }).splice(root, splices, steps) === undefined) return []
  return literals.flatMap(({ node }) => (node === undefined ? [] : [places.place(node)]))
}

function keyPaths({ conversations, tables }: ConversationTests): readonly TreePath[] {
  const inDecision = (
    { starts, clarifies = [] }: { readonly starts?: string; readonly clarifies?: readonly string[] },
    path: TreePath,
  ): readonly TreePath[] => [
    ...(starts === undefined ? [] : [[...path, 'starts']]),
    ...clarifies.map((_key, index) => [...path, 'clarifies', index]),
  ]
  return [
    ...conversations.flatMap(({ turns }, index) =>
      turns.flatMap(({ expect = {} }, turn) => inDecision(expect, ['conversations', index, 'turns', turn, 'expect'])),
    ),
    ...tables.flatMap((table, index) => inDecision(table, ['triggers', index])),
  ]
}

interface FoundKey {
  readonly path: TreePath
  readonly node: SourceNode | undefined
  /** The end of its text in the source, if it is a literal there without escapes. */
  readonly end?: number
}

function readKey(
  root: SourceNode,
  path: TreePath,
  { text, language }: { readonly text: string; readonly language: Language },
): FoundKey {
  const trail = findAncestry(root, path) ?? []
  const node = trail.at(-1)
  if (node === undefined || !trail.every((part, index) => isWithin(part, trail[index - 1]))) return { path, node }
  // An alias may use a value with an anchor.
  if (language === 'yaml' && /&\S+\s+$/.test(text.slice(Math.max(0, node.start - 200), node.start)))
    return { path, node }
  const written = text.slice(node.start, node.end)
  if (language === 'yaml' && written === node.value) return { path, node, end: node.end }
  const quotes = language === 'yaml' ? ['"', "'"] : ['"', "'", '`']
  return quotes.some(quote => written === `${quote}${node.value}${quote}`)
    ? { path, node, end: node.end - 1 }
    : { path, node }
}

/**
 * Whether a value is written where the one that contains it is, and not in a constant, a call or an anchor elsewhere.
 */
function isWithin(node: SourceNode, holder: SourceNode | undefined): boolean {
  if (node.origin !== undefined) return false
  return holder === undefined || (node.start >= holder.start && node.end <= holder.end)
}
