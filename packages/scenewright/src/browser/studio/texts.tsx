/** A count with its noun: `1 finding`, `2 findings`. */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}

/** A share as a percentage: never 100 % unless it is all of it. */
export function percentOf(part: number, total: number): string {
  return total === 0 ? '–' : `${Math.floor((100 * part) / total)} %`
}
