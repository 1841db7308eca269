/** The most characters of a piece. */
const longest = 32_768

/** A text cut into pieces of at most 32,768 characters, where possible between words, so that each takes bounded time. */
export function piecesOf(text: string): readonly string[] {
  const pieces: string[] = []
  let start = 0
  while (text.length - start > longest) {
    const window = text.slice(start, start + longest)
    const space = Math.max(window.lastIndexOf('\n'), window.lastIndexOf(' '))
    const length = space > longest / 2 ? space + 1 : longest
    pieces.push(text.slice(start, start + length))
    start += length
  }
  return [...pieces, text.slice(start)]
}
