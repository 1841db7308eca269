// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const unprintable = /[\0-\x1f\x7f-\x9f\u2028\u2029\ufeff]|\p{Surrogate}/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same but for the line feed
const unprintableInTemplate = /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]|\p{Surrogate}|[^\S\n](\n|$)/u

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

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
  return quote + escaped.replaceAll(unprintable, character => named[character] ?? escapeOf(character)) + quote
}

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
