import { installPeers } from '../../peers/install.mjs'
import { ratiosInTurn, spread } from '../../ratio.mjs'
import { manyMessages, manyScenarios } from '../corpus.mjs'
import { readSet } from '../data.mjs'
import { peersFolder } from '../peers/folder.mjs'
import { nodeNlp } from '../peers/node-nlp.mjs'
import { sampleExamples } from '../sample.mjs'
import { loadSimulator } from '../simulator.mjs'
import { decider, messagesASecond } from './paths.mjs'

const rounds = 5

/** The number of rounds of a training that is not completed: one takes a minute. */
const fewRounds = 1

/** The number of messages of a round: enough that neither side is measured while it is still being compiled. */
const messages = 300

/** With the settings of its README, with which it also searches for dates, numbers and the like in every message. */
const asItsReadme = { forceNER: true }

/**
 * How many of our messages per second correspond to one of node-nlp's: the median of alternating rounds. The first two
 * rows are compared with node-nlp with the settings of its README, the others with its classification alone.
 */
export const besideSections = [
  besideSection({ scenarios: 77, asReadme: 3, alone: { must: 0.8, aim: 1.2 }, examples: () => tenOf('banking77') }),
  besideSection({ scenarios: 150, asReadme: 3, alone: { must: 0.8, aim: 1.2 }, examples: () => tenOf('clinc150') }),
  besideSection({ scenarios: 1000, asReadme: 5, alone: { must: 2, aim: 4 }, examples: () => manyScenarios(1000) }),
]

function besideSection({ scenarios, asReadme, alone, examples }) {
  const name = `messages a second ÷ node-nlp's, ${scenarios.toLocaleString('en')} scenarios`
  const beside = { settings: asItsReadme, isAtLeast: true, must: asReadme }
  return {
    rows: [
      { name: `${name}, all scores`, way: 'score', ...beside },
      { name: `${name}, a turn`, way: 'turn', ...beside },
      { name: `${name}, all scores ÷ its classification alone`, way: 'score' },
      { name: `${name}, the decision ÷ its classification alone`, way: 'decision', isAtLeast: true, ...alone },
    ],
    async measure({ simulatorFile, progress, rows }) {
      await installPeers(peersFolder)
      const examplesByIntent = examples()
      progress(`${name}: node-nlp trains`)
      const theirs = await nodeNlp.train(
        examplesByIntent,
        round => progress(`${name}: node-nlp trains, round ${round}`),
        // A complete training of 1,000 scenarios takes longer than five minutes, and only its speed is compared.
        scenarios >= 1000 ? fewRounds : undefined,
      )
      const simulator = await loadSimulator(simulatorFile)
      // Each message occurs once, because either side may cache its results.
      const batches = manyBatches(rows.length * (rounds + 1))
      const ratios = new Map()
      for (const { name: row, way, settings } of rows) {
        const tellers = [decider(simulator, examplesByIntent, way), message => theirs(message, settings)]
        const own = batches.splice(0, rounds + 1)
        const sides = tellers.map(tell => {
          const left = [...own]
          return () => messagesASecond(tell, left.shift())
        })
        const measured = await ratiosInTurn({ sides }, rounds, done => progress(`${name}: ${done} of ${rounds}`))
        ratios.set(row, spread(measured).median)
      }
      return ({ name: row }) => ratios.get(row)
    },
  }
}

function manyBatches(count) {
  const all = manyMessages(count * messages)
  return Array.from({ length: count }, (_, batch) => all.slice(batch * messages, (batch + 1) * messages))
}

function tenOf(set) {
  return sampleExamples(readSet(set).train, 10, 0)
}
