/** A longer value is cut, in characters. */
const longest = 80

/** A value for a sentence: texts in quotes, long ones cut, nothing as "nothing". */
export function shown(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  if (typeof value === 'string') return `"${cut(value.replace(/\s+/g, ' '))}"`
  if (Array.isArray(value) && value.every(item => typeof item === 'string')) return cut(value.join(', '))
  return cut(JSON.stringify(value))
}

/** What something was, and what it is. */
export function turned({ before, after }: { readonly before?: unknown; readonly after?: unknown }): string {
  return `${shown(before)} \u2192 ${shown(after)}`
}

function cut(text: string): string {
  const letters = [...text]
  return letters.length <= longest ? text : `${letters.slice(0, longest - 1).join('')}\u2026`
}
