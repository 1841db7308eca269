/** A share as people read it: `12.5 %`; a dash where there is no whole. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((part / whole) * 100).toFixed(1)} %`
}
