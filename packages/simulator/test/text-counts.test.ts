import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLexicon } from '../src/trigger/lexicon.ts'
import { createTextCounter } from '../src/trigger/text-counts.ts'

const text = fc.array(fc.constantFrom('wo', 'ist', 'mein', 'paket', 'Pakete', 'деньги', '?'), { maxLength: 5 })
const scenario = fc.record({ own: fc.array(text, { maxLength: 4 }), exclusions: fc.array(text, { maxLength: 2 }) })
type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never

function counted({ own, exclusions }: Scenario) {
  return { texts: [...own, ...exclusions].map(words => words.join(' ')), ownCount: own.length }
}

test('the counts after any changes are those of the scenarios that are left', () => {
  fc.assert(
    fc.property(fc.array(scenario), fc.array(scenario), fc.array(scenario), (kept, removed, added) => {
      const lexicon = createLexicon('de')
      const first = createTextCounter(lexicon)
      for (const each of [...removed, ...kept]) first.add(counted(each))
      const changed = createTextCounter(lexicon, first.counts())
      for (const each of removed) changed.remove(counted(each))
      for (const each of added) changed.add(counted(each))
      const fresh = createTextCounter(lexicon)
      for (const each of [...kept, ...added]) fresh.add(counted(each))
      expect(changed.counts()).toEqual(fresh.counts())
    }),
  )
})

test('a scenario has a feature once, in texts that describe it; a word counts as often as it occurs in them', () => {
  const lexicon = createLexicon('en')
  const counter = createTextCounter(lexicon)
  counter.add({ texts: ['parcel parcel', 'parcel', 'parcel'], ownCount: 2 })
  counter.add({ texts: ['parcel'], ownCount: 0 })
  const { holders, occurrences, wordTimes, scenarioCount, ownCount } = counter.counts()
  const feature = lexicon.featureOf('parcel')
  expect([holders[feature], occurrences[feature], wordTimes[lexicon.words.find('parcel')]]).toEqual([1, 4, 3])
  expect([scenarioCount, ownCount]).toEqual([2, 2])
})
