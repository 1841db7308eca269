import type { Share } from '@scenewright/simulator'

/** A share in percent, one decimal, never more than it is: "100.0 %" is all. Of nothing all is covered. */
export function percent({ covered, total }: Share): string {
  const tenths = total === 0 ? 1000 : Math.floor((covered * 1000) / total)
  return `${(tenths / 10).toFixed(1)} %`
}
