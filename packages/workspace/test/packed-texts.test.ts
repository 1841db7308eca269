import type { ScenarioFields } from '@scenewright/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBytes, toParts } from '../src/number-lists.ts'
import { type PackedTexts, packTexts, unpackTexts } from '../src/packed-texts.ts'

const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('', 'Hilfe', 'ö', '\ud800', 'помощь'))
const texts = fc.array(text, { maxLength: 4 })

/** As they are read from a file. */
const packed = (known: Parameters<typeof packTexts>[0]): PackedTexts => {
  return fromBytes(Buffer.concat(toParts(packTexts(known))))
}

const scenarios = fc.array(
  fc
    .record({ examples: texts, exclusions: texts, trigger_description: text, title: text })
    .map((fields): ScenarioFields => ({ ...fields, min_confidence: 78, priority: 100 }) as ScenarioFields),
  { maxLength: 4 },
)

test('unpacked texts are those that were packed, whatever the texts are now', () => {
  fc.assert(
    fc.property(scenarios, scenarios, (stored, changed) => {
      const known = stored.map(knownTexts)
      const keys = known.map(({ key }) => key)
      const present = stored.map((fields, at) => ({ key: `key ${at}`, fields: changed[at] ?? fields }))
      expect(unpackTexts(packed(known), keys)).toEqual(known)
      expect(unpackTexts(packed(known), keys, present)).toEqual(known)
    }),
  )
})

test('a text that moves from one place to the next is not taken for the same', () => {
  const known = [knownTexts(fieldsWith(['ab', 'c']), 0)]
  const present = [{ key: 'key 0', fields: fieldsWith(['a', 'bc']) }]
  expect(unpackTexts(packed(known), ['key 0'], present)).toEqual(known)
})

function fieldsWith(examples: readonly string[]): ScenarioFields {
  return { examples, trigger_description: 'It is about a parcel.', title: 'Parcel' } as ScenarioFields
}

function knownTexts({ examples = [], exclusions = [], trigger_description, title }: ScenarioFields, at: number) {
  const own = [...examples, trigger_description, title]
  return { key: `key ${at}`, texts: [...own, ...exclusions], ownCount: own.length, exampleCount: examples.length }
}
