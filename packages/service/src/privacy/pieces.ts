/** The most characters of a piece. */
const longest = 32_768

/** An opening bracket with little behind it: a placeholder may stand there, and goes on beyond the cut. */
const openBracket = /\\?\[[^[\]]{0,40}$/

/**
 * A text cut into pieces of at most 32,768 characters, where possible between words, so that each takes bounded time. No
 * cut goes through a placeholder.
 */
export function piecesOf(text: string): readonly string[] {
  const pieces: string[] = []
  let start = 0
  while (text.length - start > longest) {
    const window = text.slice(start, start + longest)
    const space = Math.max(window.lastIndexOf('\n'), window.lastIndexOf(' '))
    const length = beforeBracket(window.slice(0, space > longest / 2 ? space + 1 : longest))
    pieces.push(text.slice(start, start + length))
    start += length
  }
  return [...pieces, text.slice(start)]
}

function beforeBracket(piece: string): number {
  const tail = piece.slice(-48)
  return piece.length - tail.length + (openBracket.exec(tail)?.index ?? tail.length)
}
