import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { ScenarioRecord } from '@scenewright/client'
import { decompile, isKey, type Project } from '@scenewright/compiler'
import { plan as makePlan, runningVersion } from '@scenewright/deployer'
import {
  type Adoption,
  adopt as adoptRecords,
  checkAdoptions,
  type ReadAdoption,
  readAdopted,
} from '@scenewright/deployer/adopt'
import { createSourcesGoal } from '@scenewright/deployer/goals'
import { loadState } from '@scenewright/deployer/state'
import { type ImportDocument, OperationError } from '@scenewright/model'
import type { ScenarioModel } from '@scenewright/model/compilation'
import { withForwardSlashes } from '@scenewright/model/system'
import { count } from '@scenewright/model/text'
import { type CompileOptions, isNothingFound, openConfig, openSoundSources } from '@scenewright/workspace'
import { json } from '../../render/json.ts'
import type { CommandDefinition, Invocation } from '../../shell/command.ts'
import { readInput, writeNew } from '../../shell/files.ts'
import { readDocumentAt } from '../diff/read-documents.ts'
import { desiredScenarios, loadTargetState, openReading, openTarget, runIdentity, type Target } from './deploy.ts'
import { type EnvironmentOptions, environmentOption, type InitOption, initOption } from './deploy-options.ts'
import { requireCredentials } from './environment.ts'
import { text as planText } from './formats/text.ts'
import { plannedChanges } from './planned-changes.ts'
import { begunTarget } from './run-deployment.ts'

interface Options extends EnvironmentOptions, InitOption {
  readonly id?: string
  readonly document?: string
  readonly map?: string
  readonly unverified?: boolean
}

export const adopt: CommandDefinition<Options> = {
  compiles: true,
  arguments: '[key]',
  formats: ['text', 'json'],
  options: command =>
    initOption(environmentOption(command))
      .option('--id <id>', 'the unique_id of the scenario on the service')
      .option('--document <file>', 'the exported document of the scenario; if it has no source, one is written')
      .option('--map <file>', 'a YAML list of { key, id, document? } for many at once')
      .option('--unverified', 'adopt without reading the records, for a service that rejects empty updates'),
  examples: [
    ['scenewright adopt billing/refund --id 4f0c2d0e-…', 'link the existing record to this key'],
    [
      'scenewright adopt billing/refund --id 4f0c2d0e-… --document refund.json',
      'also write its source from the exported document',
    ],
    ['scenewright adopt --map adopt.yaml', 'many at once, all or none'],
  ],
  async run(invocation, [key], options) {
    const wanted = await readWishes(invocation, key, options)
    const wrong = wanted.find(one => !isKey(one.key))
    if (wrong !== undefined) throw noKey(wrong.key)
    const project = await openConfig(invocation, options)
    const missing = newSources(project, wanted, await openScenarios(invocation, options))
    const named = await openTarget(invocation, project, options)
    if (options.unverified !== true) requireCredentials(named.environment.name, invocation.env)
    const target = await begunTarget(invocation, named, options)
    if (target === undefined) return 1
    const state = await loadTargetState(target)
    checkAdoptions(state, wanted)
    const isAdopted = ({ key: own }: Pick<Adoption, 'key'>) => Object.hasOwn(state.scenarios, own)
    const read = options.unverified === true ? wanted : await readAll(invocation, wanted, target)
    const off = new Set(read.flatMap(one => (one.record?.is_active === false ? [one.key] : [])))
    // Otherwise, the next deploy would switch the scenario on.
    const sources = missing
      .filter(one => !isAdopted(one))
      .map(one => (off.has(one.key) ? { ...one, text: `is_active: false\n${one.text}` } : one))
    const nameOf = (file: string) => withForwardSlashes(relative(project.root, file))
    // Nothing is written if one of the new sources has an error, which would stop every later deploy.
    const overlay = new Map(sources.map(({ file, text }) => [nameOf(file), text]))
    const scenarios = await openScenarios(invocation, { ...options, overlay }).catch(error => {
      if (sources.length > 0) invocation.terminal.err('Nothing was adopted, and no source was written.\n')
      throw error
    })
    const adoptions = read.filter(one => !isAdopted(one)).map(one => ({ ...one, ...compiled(one.key, scenarios) }))
    const run = await runIdentity(invocation, project)
    for (const { file, text } of sources) await writeNew(file, text, false)
    const written = sources.map(({ file }) => nameOf(file))
    for (const file of written) invocation.terminal.err(`written: ${file}\n`)
    for (const { key: own } of missing.filter(isAdopted)) {
      invocation.terminal.err(
        `"${own}" is adopted already, but its source is gone; if it was moved, add \`renamed_from: ${own}\` to it\n`,
      )
    }
    await adoptRecords(adoptions, { ...target, run, now: Date.now, pause: invocation.pause })
    for (const { key: own, record } of read) {
      if (record !== undefined && runningVersion(record).hasDraft) {
        const overwrite = `\`scenewright apply --overwrite ${own}\``
        invocation.terminal.err(
          `"${own}" has an unpublished draft, which counts as edited by hand; ${overwrite} replaces it\n`,
        )
      }
    }
    return report(invocation, options, { adopted: read, written, target, scenarios })
  },
}

interface Wished extends Adoption {
  readonly record?: ScenarioRecord
  /** The exported document. */
  readonly exported?: ImportDocument
}

async function readWishes(
  invocation: Invocation,
  key: string | undefined,
  options: Options,
): Promise<readonly Wished[]> {
  const { id, document, map } = options
  if (map !== undefined && key === undefined && id === undefined && document === undefined) {
    return readMap(invocation, map)
  }
  if (map === undefined && key !== undefined && id !== undefined) {
    return [
      {
        key,
        id,
        ...(document !== undefined && { exported: (await readDocumentAt(invocation.cwd, document)).document }),
      },
    ]
  }
  throw new OperationError('usage', 'adopt takes a key and --id, or --map', {
    help: 'scenewright adopt billing/refund --id <unique_id>, or scenewright adopt --map adopt.yaml',
  })
}

function noKey(key: string): OperationError {
  return new OperationError('usage', `"${key}" is not a valid key`, {
    help: 'a key consists of names separated by "/", such as billing/refund, and is not "none"',
  })
}

/** The documents are relative to the map's folder. */
async function readMap({ cwd }: Invocation, path: string): Promise<readonly Wished[]> {
  const { parse } = await import('yaml')
  const text = await readInput(cwd, path)
  let rows: unknown
  try {
    rows = parse(text)
  } catch (cause) {
    throw new OperationError('usage', `"${path}" is not YAML: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    })
  }
  if (!Array.isArray(rows) || rows.length === 0) throw noMap(path, 'it is not a list')
  const folder = dirname(resolve(cwd, path))
  return Promise.all(
    rows.map(async (row: unknown, index) => {
      const { key, id, document } = readFields(row, path, index)
      return { key, id, ...(document !== undefined && { exported: (await readDocumentAt(folder, document)).document }) }
    }),
  )
}

function readFields(row: unknown, path: string, index: number) {
  const fields: Record<string, unknown> = typeof row === 'object' && row !== null ? { ...row } : {}
  const { key, id, document, ...others } = fields
  const [other] = Object.keys(others)
  if (other !== undefined) throw noMap(path, `item ${index + 1} has the unknown field "${other}"`)
  if (typeof key !== 'string' || typeof id !== 'string' || !['string', 'undefined'].includes(typeof document)) {
    throw noMap(path, `item ${index + 1} lacks a key or an id, or its document is not a path`)
  }
  return { key, id, document: document as string | undefined }
}

function noMap(path: string, problem: string): OperationError {
  return new OperationError('usage', `"${path}" cannot be used: ${problem}`, {
    help: 'expected a list such as: - { key: billing/refund, id: 4f0c2d0e-…, document: exports/refund.json }',
  })
}

async function readAll(invocation: Invocation, wanted: readonly Wished[], target: Target): Promise<readonly Wished[]> {
  const reading = await openReading(invocation, target)
  const records = await readAdopted(wanted, reading).finally(reading.end)
  return wanted.map((one, index) => {
    const record = records[index]
    // The service accepts an id in upper and lower case; the state has it as the service spells it.
    return { ...one, ...(record !== undefined && { id: record.unique_id, record }) }
  })
}

async function openScenarios(invocation: Invocation, options: CompileOptions): Promise<readonly ScenarioModel[]> {
  try {
    return (await openSoundSources(invocation, options)).scenarios
  } catch (error) {
    // A project that starts with the bot's scenarios.
    if (isNothingFound(error)) return []
    throw error
  }
}

interface NewSource extends Pick<Adoption, 'key'> {
  readonly file: string
  readonly text: string
}

/** The source of a key: one that was moved has it as its former key. */
function sourceOf(key: string, scenarios: readonly ScenarioModel[]): ScenarioModel | undefined {
  return scenarios.find(one => one.key === key) ?? scenarios.find(one => one.renamedFrom === key)
}

/** The sources that do not exist yet, from the exports. */
function newSources(
  { root, config }: Project,
  wanted: readonly Wished[],
  scenarios: readonly ScenarioModel[],
): readonly NewSource[] {
  const [folder = 'scenarios'] = config.sources ?? []
  return wanted
    .filter(({ key }) => sourceOf(key, scenarios) === undefined)
    .map(({ key, exported }) => {
      if (exported === undefined) throw noSource(key)
      const file = join(root, folder, `${key}.scenario.yaml`)
      if (existsSync(file)) throw fileTaken(file, key)
      return { key, file, text: decompile(exported, 'yaml', config) }
    })
}

function fileTaken(file: string, key: string): OperationError {
  return new OperationError('usage', `"${file}" exists, but its key is not "${key}"`, {
    help: 'adopt the record for the key of that source, or move the file',
  })
}

function noSource(key: string): OperationError {
  return new OperationError('usage', `"${key}" has no source`, {
    help: 'export the scenario in the editor of the service, and pass the file with --document: its source is written from it',
  })
}

function compiled(key: string, scenarios: readonly ScenarioModel[]): Pick<ReadAdoption, 'document' | 'formerKeys'> {
  const found = sourceOf(key, scenarios)
  if (found !== undefined) {
    const { document, renamedFrom = key } = found
    return { document, ...(renamedFrom !== key && { formerKeys: [renamedFrom] }) }
  }
  throw new OperationError('sources', `the new source for "${key}" has a different key`, {
    help: 'a key is the path below the sources folder; `key` in the source sets another one',
  })
}

interface Report {
  readonly adopted: readonly Adoption[]
  readonly written: readonly string[]
  readonly target: Target
  readonly scenarios: readonly ScenarioModel[]
}

/** Reports the effect of the next deploy: none if the sources match the deployed scenarios. */
async function report({ terminal }: Invocation, { format }: Options, { adopted, written, target, scenarios }: Report) {
  const state = await loadState(target.store)
  const now = Date.now()
  const { environment } = target
  const keys = adopted.map(({ key }) => sourceOf(key, scenarios)?.key ?? key)
  const plan = makePlan({ state, goal: createSourcesGoal(desiredScenarios(scenarios), { keys }), environment, now })
  if (format === 'json') {
    const actions = plan.entries.map(({ key, action, reason }) => ({ key, action, reason }))
    terminal.out(
      json({ environment: environment.name, adopted: adopted.map(({ key, id }) => ({ key, id })), written, actions }),
    )
    return 0
  }
  terminal.err(`Adopted ${count(adopted.length, 'scenario')}.\n`)
  const changes = plan.hasChanges ? await plannedChanges(plan, { ...target, scenarios }) : new Map()
  terminal.out(planText(plan, { color: terminal.color.out, now, changes }))
  return 0
}
