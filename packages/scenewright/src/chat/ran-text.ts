import type { Turn } from '@scenewright/simulator'
import { painter } from '../terminal/paint.ts'

/** A note on the scenarios that were sure enough of a message, and are out since they ran in this dialogue. */
export function ranText({ decision, scores }: Turn, color: boolean): string {
  if (decision.kind === 'start' && decision.picked === true) return ''
  const out = scores.filter(score => score.out === 'ran' && score.confidence >= score.min_confidence)
  const best = scores.find(score => score.out === undefined)?.confidence ?? 0
  const missed = decision.kind === 'none' ? out : out.filter(({ confidence }) => confidence >= best)
  const note = ({ scenario }: { scenario: string }) =>
    `          ${scenario} would start, but ran before and may not repeat (/restart forgets)\n`
  return missed.map(score => painter(color)('dim', note(score))).join('')
}
