/** The SHA-256 of a text in UTF-8, in hexadecimal digits. */
export function textHash(text: string): string {
  // Loaded on demand: a short `check` computes no hashes.
  return process.getBuiltinModule('node:crypto').hash('sha256', text)
}

/** The SHA-256 of the lines of a text, which need not be in memory at once. */
export function linesHash(lines: Iterable<string>): string {
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256')
  for (const line of lines) hash.update(`${line}\n`)
  return hash.digest('hex')
}

/** Whether a text has the form of such a hash. */
export function isTextHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}
