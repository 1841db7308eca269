/** A value for a sentence, whole: texts in quotes and on one line, nothing as "nothing". */
export function shown(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  if (typeof value === 'string') return `"${value.replace(/\s+/g, ' ')}"`
  if (Array.isArray(value) && value.every(item => typeof item === 'string')) return value.join(', ')
  return JSON.stringify(value)
}

/** Shows the old and the new value. */
export function showTurn({ before, after }: { readonly before?: unknown; readonly after?: unknown }): string {
  return `${shown(before)} \u2192 ${shown(after)}`
}
