/** A count with its noun: `1 finding`, `2 findings`. */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}

/** A share as a percentage: never 100 % unless it is all of it. */
export function percentOf(part: number, total: number): string {
  return total === 0 ? '–' : `${Math.floor((100 * part) / total)} %`
}

/** A text of the command line as a sentence, with a capital and its end. The name of a file at its start stays as it is. */
export function asSentence(text: string): string {
  const ended = /[.!?]$/.test(text) ? text : `${text}.`
  if (/^\S+:\d+:\d+: /.test(text)) return ended
  return ended.charAt(0).toUpperCase() + ended.slice(1)
}

/** How many letters of a long text a message shows. */
const maxShown = 120

/** The beginning of a text that is long, on one line. */
export function clipped(text: string): string {
  const letters = [...text.replace(/\s+/g, ' ')]
  return letters.length > maxShown ? `${letters.slice(0, maxShown).join('').trimEnd()}…` : letters.join('')
}
