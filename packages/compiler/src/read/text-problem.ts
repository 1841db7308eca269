import type { Places } from '../parse/places.ts'
import type { Problem } from '../parse/problem.ts'
import { keepBothFix } from './list-conflicts.ts'

/**
 * Finds text that every front end rejects: characters that no source may have, and unresolved merge markers. With the
 * places of a YAML text, conflicts in lists have a fix.
 */
export function textProblem(text: string, yaml?: Places): Problem | undefined {
  const zero = text.indexOf('\0')
  if (zero !== -1) {
    return {
      rule: 'source/syntax',
      message: 'The file contains a zero byte, so it is not UTF-8 text',
      span: { start: zero, end: zero + 1 },
    }
  }
  return text.includes('<<<<<<< ') ? conflictProblem(text, yaml) : undefined
}

// All three marks, in order, each at the start of its line: a heading's underline alone is not a conflict. One search
// each, so that a text full of marks takes no longer.
function conflictProblem(text: string, yaml?: Places): Problem | undefined {
  const start = indexFrom(text, /^<{7} /gm, 0)
  const middle = start === -1 ? -1 : indexFrom(text, /^={7}\r?$/gm, start)
  if (middle === -1 || indexFrom(text, /^>{7} /gm, middle) === -1) return undefined
  const fix = yaml && keepBothFix(text, yaml)
  return {
    rule: 'source/syntax',
    message:
      fix === undefined ? 'Unresolved merge conflict' : 'Unresolved merge conflict: both sides add items to a list',
    span: { start, end: text.indexOf('\n', start) },
    help:
      fix === undefined
        ? 'Keep one side, and delete the lines with <, = and >.'
        : 'Keep both: delete only the lines with <, = and >, and repeated items.',
    ...(fix && { fixes: [fix] }),
  }
}

function indexFrom(text: string, mark: RegExp, offset: number): number {
  mark.lastIndex = offset
  return mark.exec(text)?.index ?? -1
}
