import { escapeCharacter } from '@scenewright/model/text'

/** Characters that a text can contain only as escapes: controls, line breaks of other systems, unpaired surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const unprintable = /[\0-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same but for the line feed
const unprintableInBlock = /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]/u

/** The texts that YAML's core schema reads as null, a boolean or a number. */
const otherwiseRead = [
  /^(~|null|Null|NULL|true|True|TRUE|false|False|FALSE)$/,
  /^(0o[0-7]+|[-+]?[0-9]+|0x[0-9a-fA-F]+)$/,
  /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/,
  /^([-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$/,
]

/** Whether a text reads back as itself without quotes, on one line. */
export function isPlain(text: string, isInline: boolean): boolean {
  if (text === '' || text === '<<' || unprintable.test(text)) return false
  if (/^\s|\s$|^[?:,[\]{}#&*!|>'"%@`]|^-(\s|$)|^(---|\.\.\.)|:(\s|$)|\s#/.test(text)) return false
  if (isInline && /[,[\]{}]/.test(text)) return false
  return !otherwiseRead.some(form => form.test(text))
}

/** A text in quotes, on one line: double ones, unless single ones spare it every escape. */
export function quoted(text: string): string {
  if (/["\\]/.test(text) && !text.includes("'") && !unprintable.test(text)) return `'${text}'`
  return JSON.stringify(text).replaceAll(/[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g, escapeCharacter)
}

/** Lines that no editor would change: the first one not indented, no trailing spaces, at most one final line feed. */
export function isTidyBlock(text: string): boolean {
  const isTidy = /[^\n]\n/.test(text) && /^\S/.test(text) && !/[^\S\n]\n|\n\n$|[^\S\n]$/.test(text)
  return isTidy && !unprintableInBlock.test(text)
}

/** Lines of words with single spaces between them, so that folding at any space and unfolding gives the same text. */
export function isFoldable(text: string): boolean {
  const isTidy = /^\S/.test(text) && text.includes(' ') && !/ {2}|^ | $/m.test(text) && !/\n\n$/.test(text)
  return isTidy && !unprintableInBlock.test(text)
}
