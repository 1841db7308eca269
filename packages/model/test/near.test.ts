import { expect, test } from 'vitest'
import { misspelled, nearest, shorten } from '../src/text.ts'

test.each([
  ['contcat', ['contact', 'done'], 'contact'],
  ['end', ['END', 'ASK'], 'END'],
  ['trigger_descripton', ['title', 'trigger_description'], 'trigger_description'],
  ['AKS', ['END', 'ASK'], 'ASK'],
  ['tset', ['test'], 'test'],
  ['weather', ['contact', 'done'], undefined],
  ['x', [], undefined],
])('the name nearest to %s of %j is %s', (name, candidates, expected) => {
  expect(nearest(name, candidates)).toBe(expected)
})

test.each([
  ['contcat', ['contact', 'done'], 'contact'],
  ['Done', ['done'], 'done'],
  ['step_4', ['step_1', 'done'], undefined],
  ['optionB', ['optionA'], undefined],
  ['ask-a', ['ask-b', 'done'], undefined],
  ['setp_2', ['step_2', 'done'], 'step_2'],
  ['menu_ch', ['menu_de', 'done'], undefined],
  ['delivery_paris', ['delivery_parma'], undefined],
  ['tash', ['task', 'cash'], undefined],
  ['ack', ['ask'], undefined],
  ['menu_en', ['menu_es', 'done'], undefined],
  ['don', ['done', 'ask'], 'done'],
  ['cut_of', ['cut_off', 'done'], 'cut_off'],
  ['menu_a', ['menu_ab', 'done'], undefined],
  ['step_1', ['step_12', 'done'], undefined],
  ['ab', ['abc'], undefined],
  ['weather', ['done'], undefined],
])('%s of %j is surely a misspelling of %s', (name, candidates, expected) => {
  expect(misspelled(name, candidates)).toBe(expected)
})

test.each([
  ['', 3, ''],
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['a👋', 3, 'a👋'],
  ['a👋b', 3, 'a…'],
  ['👋👋', 3, '👋…'],
])('%j of at most %i units is %j: no character is cut in two', (text, max, expected) => {
  expect(shorten(text, max)).toBe(expected)
})
