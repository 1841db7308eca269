/** The lists whose items are texts. A text has no place of its own in them, and one too many does no harm. */
const isOwner = /^\s*(?:- )?(?:examples|exclusions|messages|tags):\s*(?:#.*)?$/

/**
 * Whether an item with this indentation, on that line or to be added there, is in a list of texts: so says the first
 * line above that is no item of the list, comment or marker of a conflict. `known`: a line above that is in one.
 */
export function isInTextList(lines: readonly string[], line: number, indent: number, known = 0): boolean {
  for (let at = line - 1; at >= 0; at -= 1) {
    if (at < known) return true
    const text = lines[at] ?? ''
    if (/^\s*(?:#|$)/.test(text) || /^[<|=>]{7}/.test(text)) continue
    const own = text.search(/\S/)
    if (own > indent || (own === indent && isItem(text))) continue
    return isOwner.test(text)
  }
  return false
}

/** Whether a line begins with an item of a list. */
export function isItem(text: string): boolean {
  return /^ *- /.test(text)
}
