import { expect, test } from 'vitest'
import { finish } from '../src/steps.ts'
import { createLexicon } from '../src/trigger/lexicon.ts'
import { createSimilarities } from '../src/trigger/scenario-similarities.ts'
import { createTextSpace } from '../src/trigger/text-space.ts'
import { scenario } from './fixture.ts'

const words = 'parcel invoice refund courier warranty password voucher card colour store address'.split(' ')
const word = (number: number) => words[number % words.length] ?? ''

/** So many texts that only the nearest are in the regression. */
const scenarios = Array.from({ length: 60 }, (_, index) =>
  scenario(`case-${index}`, {
    trigger_description: `About the ${word(index)} and the ${word(index * 3 + 1)}.`,
    examples: [0, 1, 2, 3].map(n => `where is the ${word(index + n)} ${word(index * 5 + n)} of order ${index % 7}`),
    exclusions: index % 2 === 0 ? [`where is the ${word(index + 1)} of my neighbor`] : [],
  }),
)

test('only similarities below the smallest that matters are left out, whatever the message before', () => {
  const space = finish(createTextSpace(scenarios, createLexicon('en')))
  const all = createSimilarities(space)
  const large = createSimilarities(space)
  let leftOut = 0
  const order = Array.from(space.texts.keys()).sort((a, b) => ((a * 37) % 101) - ((b * 37) % 101))
  for (const text of order) {
    const message = space.vectors.at(text)
    if (message === undefined || space.isOwn[text] !== 1) continue
    const cosines = space.similarities(message).slice()
    const expected = all(cosines.slice(), { text }).similarities
    let least = 0
    const found = large(cosines, { text }, similarities => {
      expect(similarities).toEqual(similarities.slice().sort().reverse())
      least = similarities[4] ?? 0
      return least
    }).similarities
    expected.forEach((similarity, place) => {
      if (found[place] === similarity) return
      expect([found[place], place === space.owners[text]]).toEqual([0, false])
      expect(similarity).toBeLessThan(least)
      leftOut++
    })
  }
  expect(leftOut).toBeGreaterThan(1000)
})
