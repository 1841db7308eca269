import type { SuppressedFinding } from '@scenewright/checker'
import { compareFindings, type Finding } from '@scenewright/model'
import { severities } from '../../../../render/findings-text.ts'

/** A finding, and what suppresses it if something does. */
export interface Reported extends Partial<Omit<SuppressedFinding, 'finding'>> {
  readonly finding: Finding
}

/** GitHub shows no more results of one upload. */
const mostShown = 5000

/** GitHub refuses an upload with more. */
const mostTaken = 25_000

/**
 * What goes into a list of results, in the order of findings; into a list that GitHub would cut, most severe first and
 * what is suppressed last. `left` counts what there is no room for.
 */
export function selected(reported: readonly Reported[]): {
  readonly shown: readonly Reported[]
  readonly left: number
} {
  const inOrder = [...reported].sort((a, b) => compareFindings(a.finding, b.finding))
  if (inOrder.length > mostShown) inOrder.sort((a, b) => weight(a) - weight(b))
  return { shown: inOrder.slice(0, mostTaken), left: Math.max(0, inOrder.length - mostTaken) }
}

function weight({ finding, by }: Reported): number {
  return severities.indexOf(finding.severity) + (by === undefined ? 0 : severities.length)
}
