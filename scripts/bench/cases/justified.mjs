import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cpuTime, peakMemory } from '../measure.mjs'
import { typescriptProject, yamlProject } from '../projects.mjs'
import { coldCheck, scenewright, withoutTriggerRules } from '../scenewright.mjs'
import { temporary } from '../temporary.mjs'

const usualFlags = fileURLToPath(new URL('../usual-flags.cjs', import.meta.url))

/** Code that only speed or memory justifies: without it ÷ with it. If a row misses its must, remove the code. */
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
  flagsCase({
    name: 'CPU of cold check without trigger rules, 1,000 TypeScript files',
    bounds: { must: 1.05, aim: 1.1 },
    rounds: { full: 9, quick: 3 },
    measure: cpuTime,
    call: async () => coldCheck(await typescriptProject(1000), ...withoutTriggerRules),
  }),
  flagsCase({
    name: 'peak memory, cold check without trigger rules, 10,000 files',
    bounds: { must: 1.1, aim: 1.25 },
    rounds: { full: 3, quick: 1 },
    measure: peakMemory,
    call: async () => coldCheck(await yamlProject(10_000), ...withoutTriggerRules),
  }),
  flagsCase({
    name: 'peak memory, lab, 1,000 scenarios',
    bounds: { must: 1.1, aim: 1.25 },
    rounds: { full: 3, quick: 1 },
    measure: peakMemory,
    call: async () => ({
      args: [scenewright, 'lab', '--no-cache', '--format', 'json'],
      cwd: (await yamlProject(1000)).folder,
    }),
  }),
]

function flagsCase({ name, bounds, rounds, measure, call }) {
  return {
    name: `${name}: V8's usual flags ÷ ours`,
    ...bounds,
    isAtLeast: true,
    rounds,
    async prepare() {
      const ours = await call()
      const usual = { ...ours, args: ['-r', usualFlags, ...ours.args] }
      return { sides: [usual, ours].map(each => () => measure(each)) }
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
