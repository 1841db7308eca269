import { readSet } from './data.mjs'
import { createRandom, shuffled } from './random.mjs'
import { sampleExamples } from './sample.mjs'

const slice = 10

/**
 * The requested number of scenarios, ten examples each: slices of one intent's training messages, with some intents of
 * both sets divided. If there are too few messages, more are created by replacing a word with one from another message
 * of the intent.
 */
export function manyScenarios(count) {
  const groups = ['banking77', 'clinc150'].flatMap(set =>
    Array.from(sampleExamples(readSet(set).train, 'full', 0), ([intent, texts]) => ({
      name: `${set}_${intent}`,
      texts,
    })),
  )
  const random = createRandom(1)
  const scenarios = new Map()
  for (let round = 0; scenarios.size < count; round++) {
    for (const { name, texts } of groups.slice(0, count - scenarios.size)) {
      const own = texts.slice(round * slice, (round + 1) * slice)
      while (own.length < slice) own.push(recombined(texts, random))
      scenarios.set(`${name}_${round}`, own)
    }
  }
  return scenarios
}

/** Test messages of both sets, in a fixed order. */
export function manyMessages(count) {
  const all = ['banking77', 'clinc150'].flatMap(set => readSet(set).test.map(({ text }) => text))
  return shuffled(all, createRandom(2)).slice(0, count)
}

function recombined(texts, random) {
  const [one, other] = shuffled(texts, random).map(text => text.split(' '))
  const at = Math.floor(random() * one.length)
  return [...one.slice(0, at), other[Math.floor(random() * other.length)], ...one.slice(at + 1)].join(' ')
}
