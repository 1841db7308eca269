/** The line ends of a text file: LF, or CRLF as in a checkout of git on Windows. */
export type LineEnd = '\n' | '\r\n'

/** The line end of a text's first line; LF for a text of one line. */
export function lineEndOf(text: string): LineEnd {
  const feed = text.indexOf('\n')
  return feed > 0 && text[feed - 1] === '\r' ? '\r\n' : '\n'
}

/** The same text with this line end throughout. A carriage return without a line feed is part of its line. */
export function withLineEnd(text: string, end: LineEnd): string {
  const lf = text.replaceAll('\r\n', '\n')
  return end === '\n' ? lf : lf.replaceAll('\n', '\r\n')
}
