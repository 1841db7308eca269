import fc from 'fast-check'
import { isMap, isSeq, type Pair, parseDocument, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml'
import { decompile } from '../src/index.ts'
import { importDocument } from './documents.ts'

/** A source as nobody would write it: every style of YAML, comments at every place. Now and then it does not parse. */
export const mangledSource = fc
  .tuple(importDocument.map(decompile), fc.array(fc.nat({ max: 999 }), { minLength: 60, maxLength: 60 }))
  .map(([text, tape]) => mangle(text, tape))

/** A number below `most`. The tape goes round: it is shorter than a source has choices. */
type Draw = (most: number) => number

interface Writer {
  readonly draw: Draw
  comments: number
  anchors: Map<string, string>
}

function mangle(text: string, tape: readonly number[]): string {
  let at = 0
  const draw: Draw = most => {
    at += 1
    return ((tape[at % tape.length] ?? 0) + Math.floor(at / tape.length) * 7) % most
  }
  const writer: Writer = { draw, comments: 0, anchors: new Map() }
  const document = parseDocument(text, { uniqueKeys: false })
  const head = draw(3) === 0 ? `${comment(writer)}\n${draw(2) === 0 ? '\n' : ''}` : ''
  const start = draw(6) === 0 ? `---${behind(writer)}\n` : ''
  const body = block(writer, document.contents as YAMLMap, draw(3)).join('\n')
  const end = draw(3) === 0 ? `\n${comment(writer)}` : ''
  const close = draw(8) === 0 ? '\n...\n' : '\n'
  const whole = head + start + body + end + close
  const lines = draw(4) === 0 ? whole.replaceAll('\n', '\r\n') : whole
  return draw(6) === 0 ? `\ufeff${lines}` : lines
}

function comment(writer: Writer): string {
  writer.comments += 1
  const forms = ['# c', '#c', '# \tc: "x" - [ ', '# ü ', '# scenewright-ignore graph/x: c', '#']
  return `${forms[writer.draw(forms.length)]}${writer.comments}`
}

function behind(writer: Writer): string {
  return writer.draw(4) === 0 ? `${' '.repeat(1 + writer.draw(3))}${comment(writer)}` : ''
}

/** Lines of their own: comments at any column from `indent` on, and blank ones. */
function between(writer: Writer, indent: number): string[] {
  const lines: string[] = []
  while (writer.draw(4) === 0 && lines.length < 4) {
    lines.push(writer.draw(3) === 0 ? '' : `${' '.repeat(indent)}${comment(writer)}`)
  }
  return lines
}

function block(writer: Writer, node: YAMLMap | YAMLSeq, indent: number): string[] {
  const lines = isMap(node)
    ? turned(writer, node.items as Pair<Scalar, unknown>[]).flatMap(pair => {
        const before = between(writer, indent)
        const key = quoted(writer, String(pair.key.value))
        const isExplicit = writer.draw(9) === 0 || key.length > 900
        const head = isExplicit ? `? ${key}${behind(writer)}\n${' '.repeat(indent)}:` : `${key}:`
        return [...before, ...value(writer, `${' '.repeat(indent)}${head}`, pair.value, indent)]
      })
    : node.items.flatMap(item => [...between(writer, indent), ...value(writer, `${' '.repeat(indent)}-`, item, indent)])
  return [...lines, ...between(writer, indent)]
}

/** Fields in another order, now and then. */
function turned<Item>({ draw }: Writer, items: readonly Item[]): readonly Item[] {
  const at = draw(3) === 0 ? draw(items.length + 1) : 0
  return [...items.slice(at), ...items.slice(0, at)]
}

function value(writer: Writer, head: string, node: unknown, indent: number): string[] {
  if (isMap(node) || isSeq(node)) {
    const { draw } = writer
    if (node.items.length === 0) return [`${head} ${isMap(node) ? '{}' : '[]'}${behind(writer)}`]
    if (draw(4) === 0) return [`${head} ${flow(writer, node, indent + 1)}${behind(writer)}`]
    const inner = isSeq(node) && head.endsWith(':') && draw(3) === 0 ? indent : indent + 1 + draw(5)
    const lines = block(writer, node, inner)
    const isCompact = head.endsWith('-') && draw(2) === 0 && /^\s*[^#\s]/.test(lines[0] ?? '')
    const wide = ' '.repeat(Math.max(1, inner - indent - 1))
    if (isCompact && inner === indent + 1 + wide.length)
      return [`${head}${wide}${lines[0]?.trimStart()}`, ...lines.slice(1)]
    return [head + anchor(writer) + behind(writer), ...lines]
  }
  const scalar = (node as Scalar).value
  if (typeof scalar !== 'string') return [`${head}${gap(writer, indent)}${String(scalar)}${behind(writer)}`]
  return text(writer, head, scalar, indent)
}

/** What stands between a key and its value: a space, or lines. */
function gap(writer: Writer, indent: number): string {
  if (writer.draw(9) !== 0) return ' '.repeat(1 + writer.draw(2))
  const pad = ' '.repeat(indent + 2)
  return `${behind(writer)}\n${between(writer, indent + 2)
    .map(line => `${line}\n`)
    .join('')}${pad}`
}

function anchor({ draw, anchors }: Writer): string {
  if (draw(12) !== 0) return ''
  const name = `a${anchors.size}`
  anchors.set(name, name)
  return ` &${name}`
}

function text(writer: Writer, head: string, scalar: string, indent: number): string[] {
  const { draw, anchors } = writer
  const known = anchors.get(`=${scalar}`)
  if (known !== undefined && draw(3) === 0) return [`${head} *${known}${behind(writer)}`]
  const blocked = blockText(writer, head, scalar, indent)
  if (blocked !== undefined) return blocked
  const name = `a${anchors.size}`
  if (draw(9) !== 0) return [`${head}${gap(writer, indent)}${quoted(writer, scalar)}${behind(writer)}`]
  anchors.set(name, name)
  anchors.set(`=${scalar}`, name)
  return [`${head} &${name} ${quoted(writer, scalar)}${behind(writer)}`]
}

/** A text as a block, folded anywhere, where it is one that a block can hold. */
function blockText(writer: Writer, head: string, scalar: string, indent: number): string[] | undefined {
  const { draw } = writer
  const style = draw(5)
  const canBe = /^[^\s#].*\S\n?$/s.test(scalar) && isPrintable(scalar.replaceAll('\n', '')) && !/[ \t]\n/.test(scalar)
  if (!canBe || style > 1 || (style === 1 && /\n| {2}/.test(scalar))) return undefined
  const pad = ' '.repeat(indent + 1 + draw(3))
  if (style === 1) {
    const words = scalar.split(' ').map(word => (draw(4) === 0 ? `${word}\n${pad}` : `${word} `))
    return [`${head} >-${behind(writer)}`, pad + words.join('').trim()]
  }
  const chomp = scalar.endsWith('\n') ? ['', '+'][draw(2)] : '-'
  const lines = scalar.replace(/\n$/, '').split('\n')
  return [`${head} |${chomp}${behind(writer)}`, ...lines.map(line => (line === '' ? '' : pad + line))]
}

function isPrintable(scalar: string): boolean {
  return !/[\p{Cc}\p{Cs}\u2028\u2029\ufeff\ufffe\uffff]/u.test(scalar)
}

function quoted(writer: Writer, scalar: string): string {
  const style = writer.draw(3)
  if (style === 0 && isPrintable(scalar)) return `'${scalar.replaceAll("'", "''")}'`
  if (style === 1 && /^[A-Za-z][\w -]*\w$/.test(scalar) && !/^(true|null|false)$/i.test(scalar)) return scalar
  return JSON.stringify(scalar).replaceAll(/[\x7f-\x9f\u2028\u2029\ufeff]/g, character => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

function flow(writer: Writer, node: unknown, indent: number): string {
  const { draw } = writer
  if (!isMap(node) && !isSeq(node)) {
    const scalar = (node as Scalar).value
    return typeof scalar === 'string' ? quoted(writer, scalar) : String(scalar)
  }
  const isWide = draw(3) === 0
  const space = () => {
    return isWide ? `${behind(writer)}\n${[...between(writer, indent), ''].join('\n')}${' '.repeat(indent)}` : ' '
  }
  const parts = node.items.map(item => {
    if (!isMap(node)) return flow(writer, item, indent + 1)
    const pair = item as Pair<Scalar, unknown>
    return `${quoted(writer, String(pair.key.value))}: ${flow(writer, pair.value, indent + 1)}`
  })
  const [open, close] = isMap(node) ? '{}' : '[]'
  const inner = parts.map((part, index) => `${part}${index < parts.length - 1 || draw(3) === 0 ? ',' : ''}`)
  return `${open}${inner.map(part => space() + part).join('')}${space()}${close}`
}
