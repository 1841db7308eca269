import { compareFindings, type Finding } from '@scenewright/model'
import { canonicalHash } from '@scenewright/model/canonical-json'

/**
 * A fingerprint for each finding that does not change when its line moves: the hash of its rule, its scenario and node,
 * and its number among those that have these in common. All fingerprints are different.
 */
export function computeFingerprints(findings: readonly Finding[]): ReadonlyMap<Finding, string> {
  const seen = new Map<string, number>()
  return new Map(
    [...findings].sort(compareFindings).map(finding => {
      const { rule, scenario, file, node } = finding
      const identity = [rule, scenario === null ? { file } : { scenario }, node ?? null]
      const name = JSON.stringify(identity)
      const number = (seen.get(name) ?? 0) + 1
      seen.set(name, number)
      return [finding, canonicalHash([...identity, number])]
    }),
  )
}
