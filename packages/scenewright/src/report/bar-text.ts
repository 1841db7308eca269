/** A bar of so many characters, full up to a share from 0 to 1. */
export function barText(share: number, length: number): string {
  const filled = Math.round(Math.max(0, Math.min(1, share)) * length)
  return '\u2588'.repeat(filled) + '\u2591'.repeat(length - filled)
}
