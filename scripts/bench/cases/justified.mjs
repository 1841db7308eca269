import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cpuTime, peakMemory } from '../measure.mjs'
import { yamlProject } from '../projects.mjs'
import { coldCheck, scenewright, withoutTriggerRules } from '../scenewright.mjs'
import { temporary } from '../temporary.mjs'

const usualFlags = fileURLToPath(new URL('../usual-flags.cjs', import.meta.url))

/** What only speed or memory justifies: without it ÷ with it. Code whose row misses its must goes. */
export const justified = [
  {
    name: 'cold check without trigger rules, 1,000 files: the YAML library alone ÷ with our reader of plain YAML',
    must: 2,
    aim: 2.5,
    isAtLeast: true,
    rounds: { full: 7, quick: 3 },
    async prepare() {
      const project = await yamlProject(1000)
      const sides = [withDocumentMarkers(project), project].map(each => coldCheck(each, ...withoutTriggerRules))
      return { sides: sides.map(call => () => cpuTime(call)) }
    },
  },
  memoryOfNewObjects('cold check without trigger rules, 10,000 files', async () =>
    coldCheck(await yamlProject(10_000), ...withoutTriggerRules),
  ),
  memoryOfNewObjects('lab, 1,000 scenarios', async () => ({
    args: [scenewright, 'lab', '--no-cache', '--format', 'json'],
    cwd: (await yamlProject(1000)).folder,
  })),
]

function memoryOfNewObjects(command, prepareCall) {
  return {
    name: `peak memory, ${command}: V8's usual space for new objects ÷ ours`,
    must: 1.1,
    aim: 1.25,
    isAtLeast: true,
    rounds: { full: 3, quick: 1 },
    async prepare() {
      const call = await prepareCall()
      const usual = { ...call, args: ['-r', usualFlags, ...call.args] }
      return { sides: [usual, call].map(each => () => peakMemory(each)) }
    },
  }
}

/** The same project with a marker `---` at the start of each source: the reader of plain YAML leaves that to the library. */
function withDocumentMarkers({ folder }) {
  const copy = join(temporary, 'document-markers')
  cpSync(folder, copy, { recursive: true })
  for (const name of readdirSync(copy, { recursive: true })) {
    const file = join(copy, name)
    if (name.endsWith('.scenario.yaml')) writeFileSync(file, `---\n${readFileSync(file, 'utf8')}`)
  }
  return { folder: copy }
}
