import { visible } from '@scenewright/model/text'

/** The maximum length of a text, in UTF-16 units. */
const longest = 400

/**
 * Escapes an external text for one line of GitHub's or GitLab's Markdown: no markup, no HTML, no mentions with @, no
 * issue references, no emoji names. URLs are not linked, because escaped characters would become part of them.
 */
export function plain(text: string): string {
  return unread(text, character => `\\${character}`)
}

/** The same without a limit: for texts that a reviewer has to read completely. Line breaks are kept. */
export function wholePlain(text: string): string {
  const lines = text.split('\n').map(line => withoutMarkup(line, character => `\\${character}`))
  return lines.join('<br>')
}

/**
 * The same as code. As HTML, because code between backticks cannot contain every backtick; it can be inside HTML, too.
 */
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

/** A character after the beginning of a reference, so that it is not interpreted as one. */
const noWidth = '&#8203;'

function cut(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 3).toWellFormed()}...`
}
