import { expect, test } from 'vitest'
import { interpolateSetting, measureTrainingSize } from '../src/trigger/training-size.ts'

test.each([
  ['no scenario', 0, 0, 0],
  ['one text per scenario', 8, 8, 0],
  ['16 texts per scenario', 128, 8, 0],
  ['32 texts per scenario', 256, 8, 0.5],
  ['64 texts per scenario', 512, 8, 1],
  ['many more', 8000, 8, 1],
])('a bot of %s has so much to learn from', (_what, texts, scenarios, trainingSize) => {
  expect(measureTrainingSize(texts, scenarios)).toBe(trainingSize)
})

test.each([
  [0, 50],
  [0.5, 65],
  [1, 80],
])('with a trainingSize of %d a setting is interpolated between its two values', (trainingSize, value) => {
  expect(interpolateSetting(trainingSize, { ofLittle: 50, ofPlenty: 80 })).toBe(value)
})
