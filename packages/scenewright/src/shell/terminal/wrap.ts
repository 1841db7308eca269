/** Breaks a text at its spaces into lines of at most `width` characters; a word that is longer is cut. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  let line: readonly string[] = []
  for (const word of text.split(' ').map(letters => [...letters])) {
    if (line.length > 0 && line.length + 1 + word.length <= width) {
      line = [...line, ' ', ...word]
      continue
    }
    if (line.length > 0) lines.push(line.join(''))
    let rest = word
    for (; rest.length > width; rest = rest.slice(width)) lines.push(rest.slice(0, width).join(''))
    line = rest
  }
  return line.length > 0 || lines.length === 0 ? [...lines, line.join('')] : lines
}

/** The text on one line of at most `width` characters, with an ellipsis where it goes on. */
export function shorten(text: string, width: number): string {
  const letters = [...text]
  return letters.length <= width ? text : `${letters.slice(0, Math.max(0, width - 1)).join('')}\u2026`
}
