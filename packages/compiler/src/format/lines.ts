/** The distance of an offset from the start of its line, in UTF-16 units. */
export function columnOf(text: string, offset: number): number {
  return offset === 0 ? 0 : offset - text.lastIndexOf('\n', offset - 1) - 1
}

/** Whether the part at `offset` is the first on its line, and the line above is blank. */
export function hasBlankAbove(text: string, offset: number): boolean {
  const feed = skipSpaceBack(text, offset)
  return feed > 0 && text[feed - 1] === '\n' && endsBlank(text, feed - 1)
}

/** Whether the line that ends at `end` contains only spaces. */
function endsBlank(text: string, end: number): boolean {
  const start = skipSpaceBack(text, end)
  return start === 0 || text[start - 1] === '\n'
}

/** The offset behind the last character before `at` that is neither a space nor a tab. */
export function skipSpaceBack(text: string, at: number): number {
  let next = at
  while (next > 0 && (text.charAt(next - 1) === ' ' || text.charAt(next - 1) === '\t')) next -= 1
  return next
}
