import type { Problem } from '../parse/problem.ts'

/** Finds text that every front end rejects: characters that no source may have, and unresolved merge markers. */
export function textProblem(text: string): Problem | undefined {
  const zero = text.indexOf('\0')
  if (zero !== -1) {
    return {
      rule: 'source/syntax',
      message: 'The file contains a zero byte, so it is not UTF-8 text',
      span: { start: zero, end: zero + 1 },
    }
  }
  return text.includes('<<<<<<< ') ? conflictProblem(text) : undefined
}

// All three marks, in order, each at the start of its line: a heading's underline alone is not a conflict. One search
// each, so that a text full of marks takes no longer.
function conflictProblem(text: string): Problem | undefined {
  const start = indexFrom(text, /^<{7} /gm, 0)
  const middle = start === -1 ? -1 : indexFrom(text, /^={7}\r?$/gm, start)
  if (middle === -1 || indexFrom(text, /^>{7} /gm, middle) === -1) return undefined
  return {
    rule: 'source/syntax',
    message: 'Unresolved merge conflict',
    span: { start, end: text.indexOf('\n', start) },
    help: 'Keep one side, and delete the lines with <, = and >.',
  }
}

function indexFrom(text: string, mark: RegExp, offset: number): number {
  mark.lastIndex = offset
  return mark.exec(text)?.index ?? -1
}
