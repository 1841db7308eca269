/** "1 file", "2 files". */
export function count(number: number, singular: string, plural = `${singular}s`): string {
  return `${number} ${number === 1 ? singular : plural}`
}

/** JSON for programs and people: two spaces, a final newline. */
export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
