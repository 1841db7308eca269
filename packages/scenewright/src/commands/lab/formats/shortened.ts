import { visible } from '../../../shell/terminal/paint.ts'

/** A text from outside in quotes on one line, cut where it is long. */
export function shortened(text: string, longest = 60): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const units = [...line]
  const cut =
    units.length > longest
      ? `${units
          .slice(0, longest - 1)
          .join('')
          .trimEnd()}…`
      : line
  return `"${visible(cut)}"`
}
