/** The SHA-256 of a text in UTF-8, in hexadecimal digits. */
export function textHash(text: string): string {
  // Loaded on demand: a short `check` computes no hashes.
  return process.getBuiltinModule('node:crypto').hash('sha256', text)
}

/** Whether a text has the form of such a hash. */
export function isTextHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}
