import type { Span } from '../parse/places.ts'
import type { Language, SourceField, SourceMapping } from '../parse/source-tree.ts'

/** The braces of a mapping and the fields in them. */
export interface Braces extends Span {
  readonly fields: readonly SourceField[]
}

/**
 * The braces in which the fields of a mapping are written. In TypeScript, those of `reply(text, { … })` are in its call,
 * and the text is not one of its fields. Undefined if there are none.
 */
export function bracesOf(text: string, mapping: SourceMapping, language: Language): Braces | undefined {
  const { start, end, fields } = mapping
  if (text.charAt(start) === '{') return text.charAt(end - 1) === '}' ? { start, end, fields } : undefined
  if (language === 'yaml') return undefined
  const options = fields.filter(({ key, value }) => key.start !== value.start)
  const open = callStart(text, mapping)
  const close = /\}\s*,?\s*\)$/.exec(text.slice(start, end))
  if (open === undefined || close === null) return undefined
  const brace = /\s*,?\s*\{/y
  brace.lastIndex = open
  if (!brace.test(text)) return undefined
  return { start: brace.lastIndex - 1, end: start + close.index + 1, fields: options }
}

/** Where the options of a call begin that has none; undefined if it is not such a call. */
export function placeOfOptions(text: string, mapping: SourceMapping): number | undefined {
  const at = callStart(text, mapping)
  return at !== undefined && /^\s*\)$/.test(text.slice(at, mapping.end)) ? at : undefined
}

/** The end of the first argument of `reply(…)` and `node(…)`, or of the parenthesis of `end(`. */
function callStart(text: string, { start, end, fields: [first] }: SourceMapping): number | undefined {
  const call = /^(reply|node|end)\(/.exec(text.slice(start, end))
  if (call === null || first === undefined) return undefined
  return call[1] === 'end' ? start + call[0].length : first.value.end
}
