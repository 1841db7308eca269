/** What somebody else's code has thrown, in words. */
export function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message || error.name : String(error)
  } catch {
    return 'something that cannot be shown'
  }
}
