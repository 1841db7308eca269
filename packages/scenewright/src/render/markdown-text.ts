import { visible } from '@scenewright/model/text'

/** A longer text is cut, in UTF-16 units. */
const longest = 400

/**
 * Text from outside for one line of GitHub's or GitLab's markdown: no markup, no HTML, nobody called by an @, no issue by
 * its number, no picture by a name between colons. An address is no link: what is escaped in it would be a part of it.
 */
export function plain(text: string): string {
  return unread(text, character => `\\${character}`)
}

/** The same without a limit: for what a reviewer has to read whole. A line break stays one. */
export function wholePlain(text: string): string {
  const lines = text.split('\n').map(line => withoutMarkup(line, character => `\\${character}`))
  return lines.join('<br>')
}

/** The same as code. As HTML, for what is between backticks cannot hold every backtick; it may be in HTML, too. */
export function code(text: string): string {
  return `<code>${unread(text, character => `&#${character.charCodeAt(0)};`)}</code>`
}

function unread(text: string, escapeMark: (mark: string) => string): string {
  return withoutMarkup(cut(visible(text).replace(/\s+/g, ' ')), escapeMark)
}

function withoutMarkup(text: string, escapeMark: (mark: string) => string): string {
  return visible(text)
    .replace(/[\r\t]+/g, ' ')
    .replace(
      /[&<>]|([\\`*_[\]~|$])|[@#]|:(?=[\w+-]+:|\/\/)|\bGH-(?=\d)|\bwww(?=\.)/gi,
      (found, mark: string | undefined) =>
        entities[found] ?? (mark === undefined ? `${found}${noWidth}` : escapeMark(mark)),
    )
}

const entities: { readonly [character: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Behind what begins a reference, so that it is none. */
const noWidth = '&#8203;'

function cut(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 3).toWellFormed()}...`
}
