/** How far an offset lies from the start of its line, in UTF-16 units. */
export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset)
}

/** Whether what begins at `offset` is the first on its line, and the line above is blank. */
export function hasBlankAbove(text: string, offset: number): boolean {
  const start = lineStart(text, offset)
  if (start === 0 || text.slice(start, offset).trim() !== '') return false
  return text.slice(lineStart(text, start - 1), start).trim() === ''
}

function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
}
