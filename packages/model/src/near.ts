import { distance } from 'fastest-levenshtein'

/**
 * The candidate that was most likely meant by `name`, or undefined where none is near: at most a third of its letters
 * differ, case set aside.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase()
  const allowed = Math.max(1, Math.floor(wanted.length / 3))
  let best: string | undefined
  let bestDistance = allowed + 1
  for (const candidate of candidates) {
    if (candidate === name || Math.abs(candidate.length - name.length) > allowed) continue
    const found = distance(wanted, candidate.toLowerCase())
    if (found < bestDistance) {
      best = candidate
      bestDistance = found
    }
  }
  return best
}
