/** JSON for programs and people: two spaces, a final newline. */
export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
