import { closeSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { peakMemory, wallTime } from '../measure.mjs'
import { yamlProject } from '../projects.mjs'
import { runNode } from '../run-node.mjs'
import { scenewright } from '../scenewright.mjs'
import { temporary } from '../temporary.mjs'

const scenarios = 150
const many = 1_000_000
const [more, fewer] = [300_000, 30_000]

/** The cost of replaying customer messages, each of which occurs once. On two processors. */
export const replay = [
  {
    name: `lab --replay of ${many.toLocaleString('en')} different messages, ${scenarios} scenarios, s`,
    must: 240,
    aim: 150,
    rounds: { full: 1, quick: 1 },
    async prepare() {
      const call = await replayCall(many)
      return { haveRun: true, sides: [() => wallTime(call)], ratio: ([time]) => time / 1000 }
    },
  },
  {
    name: `peak memory of lab --replay, ${more.toLocaleString('en')} ÷ ${fewer.toLocaleString('en')} different messages`,
    must: 1.5,
    aim: 1.2,
    rounds: { full: 3, quick: 1 },
    async prepare() {
      const calls = [await replayCall(more), await replayCall(fewer)]
      await requireAllReplayed(calls[1])
      return { haveRun: true, sides: calls.map(call => () => peakMemory(call)) }
    },
  },
]

async function replayCall(count) {
  const { folder } = await yamlProject(scenarios)
  const args = ['lab', '--no-cache', '--replay', writeMessages(folder, count), '--format', 'json']
  return { args: [scenewright, ...args], cwd: folder }
}

async function requireAllReplayed(call) {
  const { replay } = JSON.parse(await runNode(call, 'pipe'))
  if (replay.distinct === fewer && replay.started > 0) return
  throw new Error(`the replay of ${fewer} messages says ${JSON.stringify({ ...replay, clusters: [], scenarios: [] })}`)
}

/** Messages as customers might have written them: words of two examples, and a number. */
function writeMessages(folder, count) {
  const examples = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.scenario\.yaml$/.test(name))
    .sort()
    .flatMap(name => [...readFileSync(join(folder, name), 'utf8').matchAll(/^ {2}- (.+)$/gm)].map(([, text]) => text))
  const path = join(temporary, `replay-${count}.txt`)
  const file = openSync(path, 'w')
  for (let index = 0; index < count; index++) {
    const other = examples[(index * 7919) % examples.length].split(' ')
    const words = other.slice(index % 3, 2 + (index % 3))
    writeSync(file, `${examples[index % examples.length]} ${words.join(' ')} ${index}\n`)
  }
  closeSync(file)
  return path
}
