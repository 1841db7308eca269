import type { ScenarioFields } from '@scenewright/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recognizeTexts, scenarioTextsOf } from '../src/trigger/profile.ts'

/** Few texts, of which some are the same message, so that descriptions and titles equal examples and each other. */
const text = fc.constantFrom('parcel', 'Parcel!', 'refund', 'my refund', '', '?')
const texts = fc.array(text, { maxLength: 3 })
const fields = { title: text, trigger_description: text, examples: texts, exclusions: texts }
const names = ['title', 'trigger_description', 'examples', 'exclusions'] as const
const scenarioWith = (given: Pick<ScenarioFields, keyof typeof fields>) => {
  return { key: 'own', isActive: true, scenario: { min_confidence: 78, ...given } } as const
}

test('the texts of a scenario are recognized only if listing them anew gives the same', () => {
  let recognized = 0
  fc.assert(
    fc.property(fc.record(fields), fc.option(fc.constantFrom(...names)), fc.record(fields), (before, name, other) => {
      const { examples, ...listed } = scenarioTextsOf(scenarioWith(before))
      const now = scenarioWith(name === null ? before : { ...before, [name]: other[name] })
      const found = recognizeTexts({ ...listed, exampleCount: examples.length }, now)
      if (found === undefined) return
      recognized++
      expect(found).toEqual(scenarioTextsOf(now))
    }),
    { numRuns: 5000 },
  )
  expect(recognized).toBeGreaterThan(100)
})

test.each<Partial<ScenarioFields>>([
  { trigger_description: 'refund' },
  { title: 'my refund' },
  { examples: ['parcel', 'where is it'] },
  { exclusions: ['not this'] },
])('with %j, its texts are listed anew', changes => {
  const given = { title: 'One', trigger_description: 'Two', examples: ['parcel', 'where'], exclusions: ['that'] }
  const { examples, ...listed } = scenarioTextsOf(scenarioWith(given))
  const known = { ...listed, exampleCount: examples.length }
  expect(recognizeTexts(known, scenarioWith(given))).toEqual(scenarioTextsOf(scenarioWith(given)))
  expect(recognizeTexts(known, scenarioWith({ ...given, ...changes }))).toBeUndefined()
})
