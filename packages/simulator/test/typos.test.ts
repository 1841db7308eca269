import { expect, test } from 'vitest'
import { createLexicalScorer } from '../src/trigger/lexical-scorer.ts'
import { scenario } from './fixture.ts'

const scorer = createLexicalScorer(
  [
    scenario('a', { title: '', examples: ['cancel the parcel', 'route 1234', 'form', 'cancel it now'] }),
    scenario('b', { title: '', examples: ['посылка потеряна', 'the cancer hotline'], exclusions: ['warranty'] }),
  ],
  'en',
)

test.each([
  ['one letter more', 'parccel', 'parcel'],
  ['one letter more at the end', 'parcels', 'parcel'],
  ['one letter fewer', 'pacel', 'parcel'],
  ['the first letter less', 'arcel', 'parcel'],
  ['one other letter', 'pircel', 'parcel'],
  ['another letter at the end', 'parcek', 'parcel'],
  ['two letters exchanged', 'pacrel', 'parcel'],
  ['the first two letters exchanged', 'aprcel', 'parcel'],
  ['other scripts', 'посылкка', 'посылка'],
  ['capitals', 'PARCLE', 'parcel'],
  ['of two words the one that the texts have more often', 'cancet', 'cancel'],
])('a mistyped word is read as a known one: %s', (_what, word, known) => {
  expect(wordsRead(word)).toEqual([known])
})

const special = createLexicalScorer(
  [
    scenario('a', { title: '', examples: ['Rückerstattung für Größen', 'İade ışık', 'ақшамды қашан', 'ещё Łódź'] }),
    scenario('b', { title: '', examples: ['schon', 'schön', 'schön'] }),
  ],
  'az',
)

test.each([
  ['ruckerstattung', 'rückerstattung'],
  ['rueckerstattung', 'rückerstattung'],
  ['GROESSEN', 'größen'],
  ['Grossen', 'größen'],
  ['ISIK', 'ışık'],
  ['isik', 'ışık'],
  ['акшамды', 'ақшамды'],
  ['кашан', 'қашан'],
  ['еще', 'ещё'],
  ['Lodz', 'łódź'],
  ['ruck', undefined],
  ['schon', 'schon'],
  ['schoen', 'schön'],
])('a word that is typed without special letters is read as the known one: %s', (word, known) => {
  expect(wordsRead(word, special)).toEqual(known === undefined ? [] : [known])
})

test.each([
  ['it is known itself', 'cancer', 'cancer'],
  ['two edits away', 'pracels', undefined],
  ['too short', 'ruet', undefined],
  ['shorter than four letters', 'fom', undefined],
  ['a number', '1235', undefined],
  ['similar only to a word of an exclusion', 'warrantu', undefined],
])('a word is not read as another if it is %s', (_what, word, known) => {
  expect(wordsRead(word)).toEqual(known === undefined ? [] : [known])
})

/** The words that the message shares with a scenario, as they were read. */
function wordsRead(message: string, by = scorer): readonly string[] {
  return by
    .score(message)
    .flatMap(({ reasons }) => reasons.filter(({ kind }) => kind === 'word').map(({ text }) => text))
}
