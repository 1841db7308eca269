import type { CoverageSum, Share } from '@scenewright/simulator'

/** What is covered less than it must be. */
export interface Shortfall extends Share {
  readonly of: 'nodes' | 'edges' | 'scenarios'
  /** How many more must be covered. */
  readonly missing: number
}

/** What falls short of a percentage. Nothing at all is covered wholly. */
export function shortfallsOf(sum: CoverageSum, percent: number): readonly Shortfall[] {
  return (['nodes', 'edges', 'scenarios'] as const).flatMap(of => {
    const { covered, total } = sum[of]
    const missing = Math.ceil((total * percent) / 100) - covered
    return missing > 0 ? [{ of, covered, total, missing }] : []
  })
}
