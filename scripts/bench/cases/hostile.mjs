import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { wallTime } from '../measure.mjs'
import { runNode } from '../run-node.mjs'
import { coldCheck, scenewright } from '../scenewright.mjs'
import { temporary } from '../temporary.mjs'

/** Those without errors; only these are formatted. */
const sound = ['keys', 'comments', 'items'].map(name => `scenarios/${name}.scenario.yaml`)

/** Whether sources that are designed to be slow take more than linear time: twice the length, twice the time. */
export const hostile = [
  row('check of hostile sources', project => coldCheck(project, '--fail-on', 'off')),
  row('fmt of hostile sources', ({ folder }) => ({ args: [scenewright, 'fmt', '--quiet', ...sound], cwd: folder })),
  row('decompile of a document whose edges want one id', ({ folder }) => ({
    args: [scenewright, 'decompile', 'document.json'],
    cwd: folder,
  })),
]

function row(name, call) {
  return {
    name: `${name}, whole ÷ half as long, start taken off`,
    must: 3,
    aim: 2.2,
    rounds: { full: 7, quick: 3 },
    async prepare() {
      const calls = [1, 0.5, 0].map(share => call(hostileProject(share)))
      // Each must finish; only the first run of fmt writes files.
      for (const one of calls) await runNode(one)
      return {
        sides: calls.map(one => () => wallTime(one)),
        ratio: ([whole, half, none]) => (whole - none) / (half - none),
        haveRun: true,
      }
    },
  }
}

const header = 'title: t\ntrigger_description: d\n'
const tiny = `${header}flow: { nodes: { a: END } }\n`

/** Sources near the maximum size, or this share of it. */
function hostileProject(share) {
  const folder = join(temporary, `hostile-${share}`)
  mkdirSync(join(folder, 'scenarios'), { recursive: true })
  writeFileSync(join(folder, 'scenewright.config.yaml'), 'rules: { trigger/*: off }\n')
  for (const [name, text] of Object.entries(sourcesOf(count => Math.max(1, count * share)))) {
    writeFileSync(join(folder, 'scenarios', name), text)
  }
  writeFileSync(join(folder, 'document.json'), JSON.stringify(documentOf(Math.max(1, 20_000 * share))))
  return { folder }
}

function sourcesOf(sized) {
  const lines = (count, line) => Array.from({ length: sized(count) }, (_none, index) => line(index)).join('')
  return {
    'keys.scenario.yaml': `${tiny}layout:\n${lines(100_000, index => `  k${index}: 1\n`)}`,
    'same-key.scenario.yaml': `${tiny}layout:\n${lines(100_000, () => '  k: 1\n')}`,
    'comments.scenario.yaml': `${header}flow:\n${lines(200_000, () => '  # c\n')}  nodes: { a: END }\n`,
    'items.scenario.yaml': `${tiny}layout: { a: [${lines(100_000, () => 'a,')}] }\n`,
    'nodes.scenario.yaml': `${header}flow:\n  nodes:\n${lines(20_000, index => `    n${index}: END\n`)}`,
    'edges.scenario.yaml': `${header}flow: { nodes: { a: { text: t, next: [${lines(20_000, () => 'a,')}] } } }\n`,
    'names.scenario.ts': lines(100_000, () => 'const a = 1\n'),
    'mistakes.scenario.ts': lines(100_000, () => 'process\n'),
  }
}

function documentOf(count) {
  const edges = Array.from({ length: count }, (_none, index) => ({
    id: `a--a--${count - index}`,
    source: 'a',
    target: 'a',
    priority: index + 1,
    condition: { type: 'ALWAYS' },
  }))
  const definition = { start_node_id: 'a', nodes: [{ id: 'a', type: 'END', title: 'a' }], edges }
  const scenario = { title: 't', trigger_description: 'd', definition }
  return { format: 'service.bot-scenario', schema_version: 2, scenario }
}
