/** The distance of an offset from the start of its line, in UTF-16 units. */
export function columnOf(text: string, offset: number): number {
  return offset === 0 ? 0 : offset - text.lastIndexOf('\n', offset - 1) - 1
}

/** Whether the part at `offset` is the first on its line, and the line above is blank. */
export function hasBlankAbove(text: string, offset: number): boolean {
  const feed = skipBack(text, offset)
  return feed > 0 && text[feed - 1] === '\n' && endsBlank(text, feed - 1)
}

/** Whether the line that ends at `end` contains only spaces. */
function endsBlank(text: string, end: number): boolean {
  const start = skipBack(text, end)
  return start === 0 || text[start - 1] === '\n'
}

/** The offset behind the last character before `offset` that is neither a space nor a tab. */
function skipBack(text: string, offset: number): number {
  let start = offset
  while (start > 0 && (text[start - 1] === ' ' || text[start - 1] === '\t')) start -= 1
  return start
}
