import { expect, test } from 'vitest'
import { nearest } from '../src/text.ts'

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
