import { canonicalJson } from '@scenewright/model/canonical-json'
import { compareText } from '@scenewright/model/text'
import type { ComparedScenario } from '../compared-scenario.ts'
import { textsOfScenario } from '../kinds/customer-texts.ts'
import { overlap, wordsOf } from './node-similarity.ts'
import { type Pair, type Pairing, pairByKey } from './pair-by-key.ts'

type Left = Omit<Pairing<ComparedScenario>, 'pairs'>

/** Scenarios that share less than this, from 0 to 1, are considered different. */
const minAlike = 0.5

/** Beyond this many candidate pairs, only pairs of equal content are matched. */
const maxTried = 40_000

/**
 * Pairs scenarios by key, then by the head's renamed_from (if two have the same, their keys decide), and then by the
 * share of common texts. In the order of the keys.
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

/**
 * Pairs scenarios with different keys and equal content, and then those with nearly equal content, the most similar
 * first: a file that was moved, and edited. Symmetric.
 */
function guessRenames(left: Left): Pairing<ComparedScenario> {
  const same = pairByKey(left.onlyBase, left.onlyHead, ({ document }) => canonicalJson(document.scenario))
  const alike = bySimilarity(same)
  return { ...alike, pairs: [...same.pairs, ...alike.pairs] }
}

function bySimilarity({ onlyBase, onlyHead }: Left): Pairing<ComparedScenario> {
  if (onlyBase.length * onlyHead.length > maxTried) return { pairs: [], onlyBase, onlyHead }
  const [before, after] = [onlyBase.map(createProfile), onlyHead.map(createProfile)]
  const found = before.flatMap(base =>
    after.flatMap(head => {
      const score = (overlap(base.texts, head.texts) + overlap(base.words, head.words)) / 2
      return score < minAlike ? [] : [{ base: base.scenario, head: head.scenario, score }]
    }),
  )
  found.sort((a, b) => b.score - a.score || compareText(keysOf(a), keysOf(b)))
  const taken = new Set<ComparedScenario>()
  const pairs = found.flatMap(({ base, head }) => {
    if (taken.has(base) || taken.has(head)) return []
    taken.add(base).add(head)
    return [{ base, head }]
  })
  const isLeft = (scenario: ComparedScenario) => !taken.has(scenario)
  return { pairs, onlyBase: onlyBase.filter(isLeft), onlyHead: onlyHead.filter(isLeft) }
}

function createProfile(scenario: ComparedScenario) {
  const texts = [scenario.document.scenario.title, ...textsOfScenario(scenario.document).map(({ text }) => text)]
  return { scenario, texts, words: texts.flatMap(wordsOf) }
}

/** Symmetric. */
function keysOf({ base, head }: Pair<ComparedScenario>): string {
  return [base.key, head.key].sort(compareText).join('\n')
}
