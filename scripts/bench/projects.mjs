import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeCorpus } from './corpus.mjs'
import { germanBot, writeGermanCorpus } from './german-corpus.mjs'
import { runNode } from './run-node.mjs'
import { coldCheck, withoutTriggerRules } from './scenewright.mjs'
import { temporary } from './temporary.mjs'
import { writeTypeScriptCorpus } from './typescript-corpus.mjs'

/** The generated project with this many YAML sources: `{ folder, written }`. Created on first use. */
export function yamlProject(files) {
  return made(`yaml-${files}`, files, writeCorpus)
}

/** The same with TypeScript sources. */
export function typescriptProject(files) {
  return made(`typescript-${files}`, files, writeTypeScriptCorpus)
}

/** A German bot of many examples, some of which are similar. */
export async function germanProject() {
  const folder = writeGermanCorpus(join(temporary, 'german'))
  writeFileSync(join(folder, 'scenewright.config.yaml'), 'bot: { primary_language: de }\n')
  const check = coldCheck({ folder }, '--format', 'json', '--fail-on', 'off')
  const { summary } = JSON.parse(await runNode(check, 'pipe'))
  if (summary.scenarios !== germanBot.scenarios) throw new Error(`the check says ${JSON.stringify(summary)}`)
  return { folder, written: Date.now() }
}

/** The source of a generated project that comes first. */
export function firstScenario(folder) {
  const [name] = readdirSync(folder, { recursive: true })
    .filter(file => file.endsWith('.scenario.yaml'))
    .sort()
  return join(folder, name)
}

/** Declares the only type that the service does not document, and suppresses the finding about the order of edges. */
const config = `extensions: { conditions: { KEYWORD: {} } }
rules:
  graph/order-by-assumption: off
`

const projects = new Map()

function made(name, files, write) {
  if (!projects.has(name)) projects.set(name, make(join(temporary, name), files, write))
  return projects.get(name)
}

async function make(folder, files, write) {
  write(folder, files)
  writeFileSync(join(folder, 'scenewright.config.yaml'), config)
  writeFileSync(join(folder, withoutTriggerRules[1]), `${config}  trigger/*: off\n`)
  const project = { folder, written: Date.now() }
  await requireAllRead(project, files)
  return project
}

/** A check that reads nothing is fast, so verifies that all scenarios were checked without findings. */
async function requireAllRead(project, files) {
  const rules = files > 1000 ? withoutTriggerRules : []
  const { findings, summary } = JSON.parse(
    await runNode(coldCheck(project, '--format', 'json', '--fail-on', 'off', ...rules), 'pipe'),
  )
  if (summary.scenarios === files && findings.length === 0) return
  throw new Error(`the check of ${files} sound scenarios says ${JSON.stringify(summary)}`)
}
