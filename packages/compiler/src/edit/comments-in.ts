import type { Span } from '../parse/places.ts'
import type { Language, SourceNode } from '../parse/source-tree.ts'
import { lexemesOf } from '../parse/yaml/lexemes.ts'
import { readLetters } from './letters.ts'

/** The comments in a range of a YAML source. */
export function yamlComments(text: string, { start, end }: Span): readonly string[] {
  // Reading the tokens of a whole source takes time, and most parts contain no such mark.
  if (!text.slice(start, end).includes('#')) return []
  const comments: string[] = []
  for (const lexeme of lexemesOf(text)) {
    if (lexeme.start >= end) break
    if (lexeme.start >= start && lexeme.text.startsWith('#')) comments.push(lexeme.text.trimEnd())
  }
  return comments
}

/** Whether a part of a source may contain a comment. */
export function mayHideComment(text: string, part: Span, node: SourceNode, language: Language): boolean {
  if (language === 'yaml') return yamlComments(text, part).length > 0
  const outside = literalsIn(node)
    .filter(literal => readLetters(text, literal, language) !== undefined)
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (rest, { start, end }) => rest.slice(0, start - part.start) + rest.slice(end - part.start),
      text.slice(part.start, part.end),
    )
  return /\/\/|\/\*/.test(outside)
}

function literalsIn(node: SourceNode): readonly (Span & { readonly value: string })[] {
  if (node.kind === 'list') return node.items.flatMap(literalsIn)
  if (node.kind === 'mapping') return node.fields.flatMap(({ value }) => literalsIn(value))
  return typeof node.value === 'string' ? [{ start: node.start, end: node.end, value: node.value }] : []
}
