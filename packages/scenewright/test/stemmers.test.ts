import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const load = createRequire(new URL('../../simulator/package.json', import.meta.url))
const library = load('snowball-stemmers')

/** Inflected words of all languages: a stemmer of another one finds other stems. */
const words = [
  'cancellations',
  'Bestellungen',
  'commandes',
  'pedidos',
  'ordini',
  'comenzilor',
  'заказами',
  'պատվերները',
]

const bundles = readdirSync(dist).flatMap(name => /^stemmer-(\w+)\.cjs$/.exec(name)?.[1] ?? [])

test('the command line has a stemmer for each language of the API that Snowball supports', () => {
  const supported = [
    'armenian',
    'english',
    'french',
    'german',
    'italian',
    'portuguese',
    'romanian',
    'russian',
    'spanish',
  ]
  expect(bundles).toEqual(supported)
})

test.each(bundles)('the stemmer "%s" of the command line finds the stems that the library finds', algorithm => {
  const stemmer = load(`${dist}stemmer-${algorithm}.cjs`).newStemmer(algorithm)
  const expected = library.newStemmer(algorithm)
  expect(words.map(word => stemmer.stem(word))).toEqual(words.map(word => expected.stem(word)))
})
