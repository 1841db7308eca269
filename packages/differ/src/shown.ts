import { tellApart } from './tell-apart.ts'

/** A value for a sentence, whole: texts in quotes and on one line, nothing as "nothing". */
export function shown(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  if (typeof value === 'string') return `"${value.replace(/\s+/g, ' ')}"`
  if (Array.isArray(value) && value.every(item => typeof item === 'string')) return value.join(', ')
  return JSON.stringify(value)
}

/** The same for a text of which the other side has one that looks equal. */
export function shownBeside(text: unknown, lookalike: string | undefined): string {
  return shown(typeof text === 'string' && lookalike !== undefined ? tellApart(text, lookalike)[0] : text)
}

/** Shows the old and the new value. Distinguishes an absent field from one that is null. */
export function showTurn({ before, after }: { readonly before?: unknown; readonly after?: unknown }): string {
  if ((before ?? after ?? null) === null) return before === null ? 'null \u2192 absent' : 'absent \u2192 null'
  const turn =
    typeof before === 'string' && typeof after === 'string'
      ? tellApart(before, after).map(shown)
      : tellApart(shown(before), shown(after))
  return turn.join(' \u2192 ')
}
