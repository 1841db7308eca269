import { relative, resolve } from 'node:path'
import { emitDocument, emitManifest, manifestOf } from '@scenewright/compiler'
import { type ImportDocument, OperationError, type ScenarioModel, withForwardSlashes } from '@scenewright/model'
import type { CommandDefinition, Invocation, SharedOptions } from '../command.ts'
import { openSoundSources } from '../project.ts'
import { count } from '../report/count.ts'
import { json } from '../report/json.ts'
import { writeOutput } from '../write-output.ts'

interface Options extends SharedOptions {
  readonly out: string
  readonly stdout?: string
  readonly exportedAt?: string
}

export const compile: CommandDefinition<Options> = {
  compiles: true,
  formats: ['text', 'json'],
  options: command =>
    command
      .option('--out <folder>', 'where the documents are written', 'build')
      .option('--stdout <path>', 'print the one document of this source instead')
      .option('--exported-at <time>', 'write this time (ISO 8601) into the documents', isoTime),
  examples: [
    ['scenewright compile', 'write every document to build/, and build/manifest.json'],
    ['scenewright compile --stdout scenarios/refund.scenario.yaml', 'print one document'],
  ],
  run: (invocation, _args, options) =>
    options.stdout === undefined ? writeAll(invocation, options) : printOne(invocation, options, options.stdout),
}

async function printOne(invocation: Invocation, options: Options, path: string): Promise<number> {
  const { scenarios } = await openSoundSources(invocation, options, [path])
  const [scenario, ...others] = scenarios
  if (scenario === undefined || others.length > 0) {
    throw new OperationError('usage', `"${path}" holds ${count(scenarios.length, 'scenario')}`, {
      help: '--stdout prints one document: name a source that holds one scenario',
    })
  }
  invocation.terminal.out(emitDocument(stamped(scenario.document, options.exportedAt)))
  return 0
}

async function writeAll(invocation: Invocation, options: Options): Promise<number> {
  const { terminal, cwd } = invocation
  const { scenarios } = await openSoundSources(invocation, options)
  const out = resolve(cwd, options.out)
  const manifest = manifestOf(scenarios)
  await writeOutput(out, [
    ...scenarios.map(scenario => outputOf(scenario, options)),
    { path: 'manifest.json', text: emitManifest(manifest) },
  ])
  const documents = manifest.documents.map(({ key, source, hash }) => {
    return { key, source, file: withForwardSlashes(relative(cwd, resolve(out, `${key}.json`))), hash }
  })
  if (options.format === 'json') terminal.out(json({ documents }))
  else terminal.err(`${count(documents.length, 'document')} written to ${options.out}/\n`)
  return 0
}

function outputOf({ key, document }: ScenarioModel, { exportedAt }: Options): { path: string; text: string } {
  return { path: `${key}.json`, text: emitDocument(stamped(document, exportedAt)) }
}

function stamped(document: ImportDocument, time: string | undefined): ImportDocument {
  return time === undefined ? document : { ...document, exported_at: time }
}

function isoTime(text: string): string {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)))
    return text
  throw new OperationError('usage', `--exported-at takes an ISO 8601 time, not "${text}"`, {
    help: 'as 2026-05-01T12:00:00Z',
  })
}
