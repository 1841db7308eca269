import { visible } from '../../terminal/paint.ts'

/** A longer text is cut, in UTF-16 units. */
const longest = 400

/** Text from outside for one line of GitHub's or GitLab's markdown: no markup, no HTML, nobody called by an @. */
export function plain(text: string): string {
  return cut(visible(text).replace(/\s+/g, ' '))
    .replace(/[\\`*_[\]~|$]/g, character => `\\${character}`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[@#]/g, character => `${character}&#8203;`)
}

/** The same as code. As HTML: what is between backticks cannot hold every backtick. */
export function code(text: string): string {
  return `<code>${plain(text)}</code>`
}

function cut(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 3).toWellFormed()}...`
}
