import { readSet } from '../data.mjs'
import { bestOf } from '../quality/best-of.mjs'
import { createRandom, shuffled } from '../random.mjs'
import { sampleExamples } from '../sample.mjs'
import { botOf, loadSimulator } from '../simulator.mjs'
import { peers } from './index.mjs'

/** The number of test messages for each library: the same for all. */
const asked = 1000

/** The share of the test messages whose intent another library recognizes. */
export async function comparePeer({ peer: wanted, set, shots, seed }) {
  const peer = peers.find(({ name }) => name === wanted)
  const { train, test } = readSet(set)
  const tell = await peer.train(sampleExamples(train, shots, seed))
  return shareRight(askedOf(test).slice(0, peer.messages), tell)
}

/** The same for our scorer. */
export async function compareOurs({ simulatorFile, set, shots, seed }) {
  const { train, test } = readSet(set)
  const { scorer } = botOf(await loadSimulator(simulatorFile), sampleExamples(train, shots, seed))
  return shareRight(askedOf(test), message => bestOf(scorer.score(message)).scenario)
}

function askedOf(test) {
  return shuffled(test, createRandom(0)).slice(0, asked)
}

async function shareRight(messages, tell) {
  let right = 0
  for (const { text, intent } of messages) if ((await tell(text)) === intent) right++
  return right / messages.length
}
