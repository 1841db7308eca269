import { isObject } from '@scenewright/model'
import { lineEndOf } from '@scenewright/model/text'
import { printBlock } from '../format/print-text.ts'
import type { SourceNode } from '../parse/source-tree.ts'
import { readLetters } from './letters.ts'
import { replaceLiteral } from './replace-literal.ts'
import { styleOf, typescriptNode } from './style.ts'
import { isInline, literalOf, type Proposals, type Target } from './target.ts'
import { inlineValue, scalarText } from './write-value.ts'

/** Writes another value where a scalar is written. */
export function writing(target: Target, value: unknown): Proposals {
  const { text, language, trail } = target
  const part = trail.at(-1)
  if (part?.kind !== 'scalar') return 'form'
  if (language === 'yaml' && /[*&!]/.test(text.charAt(part.start))) return 'computed'
  const style = styleOf(target)
  if (isObject(value)) {
    const call = typescriptNode(target, value, style)
    return [[{ start: part.start, end: part.end, text: call ?? inlineValue(value, style) }]]
  }
  const literal = literalOf(part)
  const isBlock = language === 'yaml' && literal !== undefined && /[|>]/.test(text.charAt(part.start))
  if (isBlock) return inBlock(text, part, value)
  const place = { language, isInline: isInline(target) }
  if (literal === undefined) {
    const isLiteral = /^[-+~.\w]*$/.test(text.slice(part.start, part.end))
    const written = `${part.start === part.end ? ' ' : ''}${scalarText(value, style, place.isInline)}`
    return isLiteral ? [[{ start: part.start, end: part.end, text: written }]] : 'computed'
  }
  if (typeof value !== 'string') {
    const isLiteral = readLetters(text, literal, language) !== undefined
    return isLiteral ? [[{ start: part.start, end: part.end, text: JSON.stringify(value) }]] : 'computed'
  }
  const splice = replaceLiteral(text, literal, value, place)
  return splice === undefined ? 'computed' : [[splice]]
}

/** Writes a value in place of a block text: as one again if it can be one. */
function inBlock(text: string, part: SourceNode, value: unknown): Proposals {
  const written = text.slice(part.start, part.end)
  const [header = ''] = /^[^\r\n]*/.exec(written) ?? []
  const comment = /[ \t]#.*$/.exec(header)?.[0] ?? ''
  const indent = /\n([ \t]*)[^\s]/.exec(written)?.[1]
  const style = header.startsWith('>') ? 'folded' : 'literal'
  const eol = lineEndOf(text)
  const last = written.endsWith('\n') ? eol : ''
  const block =
    typeof value === 'string' && indent !== undefined
      ? printBlock({ kind: 'scalar', value, block: style }, indent.length, 0)
      : undefined
  const lines =
    block === undefined
      ? [`${scalarText(value, { language: 'yaml', quote: '' }, false)}${comment}`]
      : [`${block.header}${comment}`, ...block.lines.map(line => (line === '' ? '' : `${indent}${line}`))]
  return [[{ start: part.start, end: part.end, text: `${lines.join(eol)}${last}` }]]
}
