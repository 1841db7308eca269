import { escapeCharacter } from '@scenewright/model/text'
import { lineWidth } from '../format/print-text.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const unprintable = /[\0-\x1f\x7f-\x9f\u2028\u2029\ufeff]|\p{Surrogate}/gu

// biome-ignore lint/suspicious/noControlCharactersInRegex: the same but for the line feed
const unprintableInTemplate = /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]|\p{Surrogate}|[^\S\n](\n|$)/u

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A value of TypeScript that is still to be broken into lines. */
export type Expression = string | Group

/** A bracketed group, printed on one line if it fits. */
export interface Group {
  readonly open: string
  readonly close: string
  readonly parts: readonly Part[]
  /** Whether each part has a line of its own, room or not. */
  readonly isOpen?: boolean
  /** Whether the last part may open its brackets behind the others, as the options of a call do. */
  readonly isCall?: boolean
}

interface Part {
  /** The text before the value: a field's name and a colon. */
  readonly head: string
  readonly value: Expression
}

/** The fields of an object. */
export function objectGroup(fields: readonly (readonly [name: string, value: Expression])[], isOpen = false): Group {
  const parts = fields.map(([name, value]) => ({ head: `${name}: `, value }))
  return parts.length === 0 ? { open: '{', close: '}', parts } : { open: '{ ', close: ' }', parts, isOpen }
}

/** The items of an array. */
export function arrayGroup(items: readonly Expression[], isOpen = false): Group {
  return { open: '[', close: ']', parts: items.map(value => ({ head: '', value })), isOpen }
}

/** A call with its arguments. */
export function callGroup(name: string, args: readonly Expression[]): Group {
  return { open: `${name}(`, close: ')', parts: args.map(value => ({ head: '', value })), isCall: true }
}

/** The text of an expression that begins in `column`, on a line that is indented by `indent`. */
export function printGroup(expression: Expression, column: number, indent: number): string {
  if (typeof expression === 'string') return expression
  const line = onLine(expression)
  // One more for the comma that follows.
  if (line !== undefined && column + line.length + 1 <= lineWidth) return line
  return hugged(expression, column, indent) ?? broken(expression, indent)
}

function onLine(expression: Expression): string | undefined {
  if (typeof expression === 'string') return expression.includes('\n') ? undefined : expression
  if (expression.isOpen === true && expression.parts.length > 0) return undefined
  const parts = expression.parts.map(({ head, value }) => {
    const line = onLine(value)
    return line === undefined ? undefined : head + line
  })
  return parts.includes(undefined) ? undefined : expression.open + parts.join(', ') + expression.close
}

/** A call whose last argument is open on the line of the others. */
function hugged({ open, close, parts, isCall }: Group, column: number, indent: number): string | undefined {
  const last = parts.at(-1)?.value
  if (isCall !== true || last === undefined) return undefined
  const others = parts.slice(0, -1).map(({ value }) => (typeof value === 'string' ? value : ''))
  const head = open + others.map(other => `${other}, `).join('')
  if (typeof last === 'string') return others.length === 0 ? head + last + close : undefined
  if (others.some(other => other.includes('\n'))) return head + behindLines(last, head, indent) + close
  return column + head.length + last.open.length <= lineWidth ? head + broken(last, indent) + close : undefined
}

function behindLines(last: Group, head: string, indent: number): string {
  const line = onLine(last)
  const column = head.length - head.lastIndexOf('\n') - 1
  // Two more for the bracket and the comma.
  return line !== undefined && column + line.length + 2 <= lineWidth ? line : broken(last, indent)
}

function broken({ open, close, parts }: Group, indent: number): string {
  if (parts.length === 0) return open + close
  const pad = ' '.repeat(indent + 2)
  const lines = parts.map(({ head, value }) => {
    const isOneLine = head !== '' && typeof value === 'string' && onLine(value) !== undefined
    const isBelow = isOneLine && indent + 2 + head.length + value.length + 1 > lineWidth
    if (isBelow) return `${pad}${head.trimEnd()}\n${pad}  ${value},\n`
    return `${pad}${head}${printGroup(value, indent + 2 + head.length, indent + 2)},\n`
  })
  return `${open.trimEnd()}\n${lines.join('')}${' '.repeat(indent)}${close.trimStart()}`
}

/** A text as a literal of TypeScript that reads back letter by letter: one of several lines as a template. */
export function textLiteral(text: string): string {
  if (!/\n[^\n]/.test(text) || unprintableInTemplate.test(text)) return quotedText(text)
  return `\`${text.replaceAll(/[\\`]|\$(?=\{)/g, '\\$&')}\``
}

/** The name of a field, in quotes only where it needs them. */
export function fieldName(name: string): string {
  // Without the brackets it would be the object's prototype.
  if (name === '__proto__') return "['__proto__']"
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quotedText(name)
}

function quotedText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const escaped = text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)
  return quote + escaped.replaceAll(unprintable, character => named[character] ?? escapeCharacter(character)) + quote
}
