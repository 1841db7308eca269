/** The SHA-256 of a text, in hexadecimal. */
export function contentHash(text: string): string {
  // Loaded when it is needed: a run without a cache hashes nothing.
  return process.getBuiltinModule('node:crypto').hash('sha256', text)
}
