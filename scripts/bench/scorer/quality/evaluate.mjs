import { readSet } from '../data.mjs'
import { sampleExamples } from '../sample.mjs'
import { botOf, loadSimulator } from '../simulator.mjs'
import { withTypos } from '../typos.mjs'
import { bestOf } from './best-of.mjs'
import { accuracy, calibrationError, precision, reach, rocArea } from './figures.mjs'

/** The figures of the scorer on one data set, for a number of examples per intent and one seed. */
export async function evaluate({ simulatorFile, set, shots, seed }) {
  const { train, test, outside } = readSet(set)
  const bot = botOf(await loadSimulator(simulatorFile), sampleExamples(train, shots, seed))
  const typed = withTypos(
    test.map(({ text }) => text),
    seed,
  ).map((text, place) => ({ text, intent: test[place].intent }))
  const inside = answersTo(bot, test)
  return {
    accuracy: accuracy(inside),
    typos: accuracy(inside) - accuracy(answersTo(bot, typed)),
    calibration: calibrationError(inside),
    precision: precision(inside),
    reachInside: reach(inside),
    ...(outside.length > 0 && outsideFigures(bot, inside, outside)),
  }
}

function outsideFigures(bot, inside, outside) {
  const strangers = answersTo(
    bot,
    outside.map(text => ({ text })),
  )
  return {
    area: rocArea(inside, strangers),
    reachOutside: reach(strangers),
    precisionAll: precision([...inside, ...strangers]),
  }
}

function answersTo({ scorer }, messages) {
  return messages.map(({ text, intent }) => {
    const best = bestOf(scorer.score(text))
    return { confidence: best.confidence, isRight: best.scenario === intent }
  })
}
