/** The widest that a line of an expectation is shown. */
const widest = 160

/** How much of what two texts share is shown before they part, where they are longer. */
const before = 40

/** Fewer characters in common are chance. */
const leastShared = 12

/** Two texts on a line each, cut to what can be read, and the column from 0 from which they differ, where they are alike. */
export interface Parting {
  readonly expected: string
  readonly actual: string
  readonly column?: number
}

/** Lays two texts side by side, so that one sees where they part. */
export function partingOf(expected: string, actual: string): Parting {
  const [a, b] = [onOneLine(expected), onOneLine(actual)]
  const shared = sharedLength(a, b)
  const isLong = Math.max(a.length, b.length) > widest
  const from = isLong && shared > widest / 2 ? shared - before : 0
  const column = shared < leastShared ? {} : { column: shared - from + (from > 0 ? 3 : 0) }
  return { expected: cut(a, from), actual: cut(b, from), ...column }
}

function onOneLine(text: string): string {
  return text.replaceAll('\n', '\\n')
}

function sharedLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let length = 0
  while (length < most && a[length] === b[length]) length += 1
  return length
}

function cut(text: string, from: number): string {
  const part = text.slice(from, from + widest)
  return `${from > 0 ? '...' : ''}${part}${text.length > from + widest ? '...' : ''}`
}
