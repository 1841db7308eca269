import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { peakMemory } from '../../measure.mjs'
import { spread } from '../../ratio.mjs'
import { emptyNode } from '../../scenewright.mjs'
import { temporary } from '../../temporary.mjs'
import { manyMessages, manyScenarios } from '../corpus.mjs'
import { readSet } from '../data.mjs'
import { sampleExamples } from '../sample.mjs'
import { botFrom, botOf, loadSimulator, scenariosOf } from '../simulator.mjs'
import { shareEvaluatedAgain, withOneExample } from './evaluated-again.mjs'
import { decider } from './paths.mjs'

const rounds = 5
const memoryProgram = fileURLToPath(new URL('memory-program.mjs', import.meta.url))

/** The costs of our scorer, in milliseconds and MB. */
export const ownSection = {
  rows: [
    { name: 'one message, 1,000 scenarios, p99, ms', must: 2, measure: slowMessage },
    { name: 'prepare 150 × 10, ms', digits: 0, must: 1500, measure: prepare(fewScenarios) },
    { name: 'prepare 1,000 × 10, ms', digits: 0, must: 6000, measure: prepare(() => manyScenarios(1000)) },
    { name: 'one changed example at 1,000 × 10, ms', digits: 0, must: 100, measure: prepareChanged },
    {
      name: 'evaluated again after one changed word at 1,000 × 10, % of the messages',
      must: 5,
      aim: 2,
      measure: simulator =>
        shareEvaluatedAgain(simulator, { examplesByIntent: manyScenarios(1000), messages: manyMessages(rounds * 4) }),
    },
    { name: 'memory above bare Node, 1,000 × 10, MB', digits: 0, must: 120, measure: memory },
  ],
  async measure({ simulatorFile, progress, rows }) {
    const simulator = await loadSimulator(simulatorFile)
    const figures = new Map()
    for (const { name, measure } of rows) {
      progress(name)
      figures.set(name, await measure(simulator, simulatorFile))
    }
    return ({ name }) => figures.get(name)
  },
}

function fewScenarios() {
  return sampleExamples(readSet('clinc150').train, 10, 0)
}

/** The 99th percentile of the time per message, with every score and its reasons. */
function slowMessage(simulator) {
  const tell = decider(simulator, manyScenarios(1000), 'score')
  const messages = manyMessages(4000)
  for (const message of messages.slice(0, 500)) tell(message)
  const times = messages.map(message => timed(() => tell(message))).sort((a, b) => a - b)
  return times[Math.floor(times.length * 0.99)]
}

/** Creates a bot and asks it once, so that no lazy work is left. */
function prepare(examples) {
  return simulator => {
    const examplesByIntent = examples()
    const [message] = manyMessages(1)
    return medianTime(() => botOf(simulator, examplesByIntent).scorer.score(message))
  }
}

function prepareChanged(simulator) {
  const before = scenariosOf(manyScenarios(1000))
  const [message] = manyMessages(1)
  const bot = botFrom(simulator, before)
  bot.scorer.score(message)
  const times = Array.from({ length: rounds }, (_, round) => {
    const changed = before.with(500 + round, withOneExample(before[500 + round], `${message} ${round}`))
    return timed(() => botFrom(simulator, changed, { before: bot }).scorer.score(message))
  })
  return spread(times).median
}

async function memory(_simulator, simulatorFile) {
  const question = join(temporary, 'memory.json')
  const asked = { examplesByIntent: [...manyScenarios(1000)], messages: manyMessages(1000) }
  writeFileSync(question, JSON.stringify(asked))
  const program = { args: [memoryProgram, simulatorFile, question], cwd: temporary }
  return ((await peakMemory(program)) - (await peakMemory(emptyNode))) / 1024
}

function medianTime(work) {
  return spread(Array.from({ length: rounds }, () => timed(work))).median
}

function timed(work) {
  const started = performance.now()
  work()
  return performance.now() - started
}
