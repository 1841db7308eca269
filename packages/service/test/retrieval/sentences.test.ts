import { expect, test } from 'vitest'
import { splitSentences } from '../../src/retrieval/split-text.ts'

test.each([
  ['nothing', '', []],
  ['one without an end', 'Parcels take two days', ['Parcels take two days']],
  ['several', 'Is it late? Write to us! We answer. ', ['Is it late?', 'Write to us!', 'We answer.']],
  ['quotes and brackets', 'He said "Now." (So it was.) Then.', ['He said "Now."', '(So it was.)', 'Then.']],
  ['abbreviations', 'Nehmen Sie z. B. Karten, ca. 5 Euro.', ['Nehmen Sie z. B. Karten, ca. 5 Euro.']],
  ['dates', 'Das gilt bis zum 30. April. Danach nicht.', ['Das gilt bis zum 30. April.', 'Danach nicht.']],
  ['a small letter after a stop', 'It costs approx. five euros.', ['It costs approx. five euros.']],
  ['an ellipsis', 'Wait\u2026 Now it works.', ['Wait\u2026', 'Now it works.']],
  [
    'numbers at an end',
    'From a value of 150. From then on it is free.',
    ['From a value of 150.', 'From then on it is free.'],
  ],
  ['Cyrillic', 'Деньги придут завтра. Ждите.', ['Деньги придут завтра.', 'Ждите.']],
])('%s are separated', (_name, line, sentences) => {
  expect([...splitSentences(line)]).toEqual(sentences)
})
