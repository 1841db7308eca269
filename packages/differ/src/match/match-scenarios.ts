import { compareText } from '@scenewright/model'
import type { ComparedScenario } from '../compared-scenario.ts'
import { guessRenames } from './guess-renames.ts'
import type { Pairing } from './pair-by-key.ts'

/**
 * Pairs scenarios by their keys, then by what the head's say that they were renamed from, where two that say the same are
 * told apart by their keys, and then by how much of their texts they share. In the order of the keys.
 */
export function matchScenarios(
  base: readonly ComparedScenario[],
  head: readonly ComparedScenario[],
): Pairing<ComparedScenario> {
  const before = new Map(base.map(scenario => [scenario.key, scenario]))
  const now = new Set(head.map(({ key }) => key))
  const taken = new Set<string>()
  const pairs: { readonly base: ComparedScenario; readonly head: ComparedScenario }[] = []
  const onlyHead: ComparedScenario[] = []
  for (const scenario of [...head].sort(byKey)) {
    const { key, renamedFrom } = scenario
    const old =
      before.get(key) ?? (renamedFrom !== undefined && !now.has(renamedFrom) ? before.get(renamedFrom) : undefined)
    if (old === undefined || taken.has(old.key)) onlyHead.push(scenario)
    else {
      taken.add(old.key)
      pairs.push({ base: old, head: scenario })
    }
  }
  const onlyBase = base.filter(({ key }) => !taken.has(key)).sort(byKey)
  const guessed = guessRenames({ onlyBase, onlyHead })
  return { ...guessed, pairs: [...pairs, ...guessed.pairs].sort((a, b) => byKey(a.head, b.head)) }
}

function byKey(a: ComparedScenario, b: ComparedScenario): number {
  return compareText(a.key, b.key)
}
