import type { Span } from '../parse/places.ts'
import type { Language, SourceNode } from '../parse/source-tree.ts'
import { readLetters } from './letters.ts'

const patterns = {
  yaml: /(?<=\s)#[^\r\n]*/g,
  typescript: /\/\/[^\r\n\u2028\u2029]*|\/\*[\s\S]*?(?:\*\/|$)/g,
} as const satisfies Record<Language, RegExp>

/** A part of a source, and the values and keys that are written in it. */
interface SourcePart extends Span {
  readonly node: SourceNode
  readonly key?: Span
}

/** The comments in a part of a source, without white space at their ends. Texts are not searched. */
export function commentsIn(text: string, part: SourcePart, language: Language): readonly string[] {
  const { start, end, node, key } = part
  const written = text.slice(start, end)
  // Most parts contain no such mark.
  if (written.search(patterns[language]) < 0) return []
  const texts = [...(key === undefined ? [] : keyTexts(text, key)), ...textsIn(text, node, language)]
  const masked = texts
    // A value of an alias is written elsewhere; a block text ends behind its last line.
    .filter(each => each.start >= start && each.start < end)
    .reduce((rest, each) => mask(rest, { start: each.start - start, end: Math.min(each.end, end) - start }), written)
  return Array.from(masked.matchAll(patterns[language]), ([comment]) => comment.trimEnd())
}

/** The same text, but a range of it contains no mark of a comment. Its lines stay. */
function mask(text: string, { start, end }: Span): string {
  return text.slice(0, start) + text.slice(start, end).replaceAll(/[^\r\n\u2028\u2029]/g, 'x') + text.slice(end)
}

/** The ranges of the texts in a part of a source that may contain the mark of a comment. */
function textsIn(text: string, node: SourceNode, language: Language): readonly Span[] {
  if (node.kind === 'list') return node.items.flatMap(item => textsIn(text, item, language))
  if (node.kind === 'mapping') {
    return node.fields.flatMap(({ key, value }) => [...keyTexts(text, key), ...textsIn(text, value, language)])
  }
  const { start, end, value } = node
  if (typeof value !== 'string') return []
  if (language === 'yaml') return yamlText(text, node)
  return readLetters(text, { start, end, value }, language) === undefined ? [] : [{ start, end }]
}

function keyTexts(text: string, { start, end }: Span): readonly Span[] {
  return /["'`]/.test(text.charAt(start)) ? [{ start, end }] : []
}

/** A plain text ends before a comment. The first line of a block text is its header, which a comment may follow. */
function yamlText(text: string, { start, end }: Span): readonly Span[] {
  const written = text.slice(start, end)
  const [properties = ''] = /^(?:[&!]\S*\s+)*/.exec(written) ?? []
  const [first] = written.slice(properties.length)
  if (first === '"' || first === "'") return [{ start: start + properties.length, end }]
  const header = first === '|' || first === '>' ? /^[^\r\n]*/.exec(written.slice(properties.length))?.[0] : undefined
  return header === undefined ? [] : [{ start: start + properties.length + header.length, end }]
}
