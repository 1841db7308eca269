import { readFile, rm } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { createManifest, emitDocument, emitManifest } from '@scenewright/compiler'
import { documentFormat, type ImportDocument, OperationError } from '@scenewright/model'
import type { ScenarioModel } from '@scenewright/model/compilation'
import { fileFault, statsAt } from '@scenewright/model/file-access'
import { isAtOrBelow, withForwardSlashes } from '@scenewright/model/system'
import { count } from '@scenewright/model/text'
import { openSoundSources } from '@scenewright/workspace'
import { json } from '../../render/json.ts'
import type { CommandDefinition, Invocation, SharedOptions } from '../../shell/command.ts'
import { isLink } from '../../shell/contained-path.ts'
import { outputFault, writeWhole } from '../../shell/files.ts'

/** A file to write; `path` is relative to the output folder. The last one is the manifest of the folder. */
interface OutputFile {
  readonly path: string
  readonly text: string
}

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
      help: '--stdout prints one document: name a source with exactly one scenario',
    })
  }
  invocation.terminal.out(emitDocument(stamped(scenario.document, options.exportedAt)))
  return 0
}

async function writeAll(invocation: Invocation, options: Options): Promise<number> {
  const { terminal, cwd } = invocation
  const { scenarios } = await openSoundSources(invocation, options)
  const out = resolve(cwd, options.out)
  const manifest = createManifest(scenarios)
  await writeOutput(out, [
    ...scenarios.map(scenario => createOutput(scenario, options)),
    { path: manifestName, text: emitManifest(manifest) },
  ])
  const documents = manifest.documents.map(({ key, source, hash }) => {
    return { key, source, file: withForwardSlashes(relative(cwd, resolve(out, `${key}.json`))), hash }
  })
  if (options.format === 'json') terminal.out(json({ documents }))
  else terminal.err(`${count(documents.length, 'document')} written to ${options.out}/\n`)
  return 0
}

function createOutput({ key, document }: ScenarioModel, { exportedAt }: Options): { path: string; text: string } {
  return { path: `${key}.json`, text: emitDocument(stamped(document, exportedAt)) }
}

function stamped(document: ImportDocument, time: string | undefined): ImportDocument {
  return time === undefined ? document : { ...document, exported_at: time }
}

function isoTime(text: string): string {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) && exists(text)) return text
  throw new OperationError('usage', `--exported-at requires an ISO 8601 time, not "${text}"`, {
    help: 'as 2026-05-01T12:00:00Z',
  })
}

/** Whether there is such a time on such a day: Node takes 30 February for 2 March. */
function exists(time: string): boolean {
  const day = time.slice(0, 10)
  return !Number.isNaN(Date.parse(time)) && new Date(day).toISOString().startsWith(day)
}

const manifestName = 'manifest.json'
const manifestFault = `the document of "manifest" would have the name of the list of documents, ${manifestName}`

/**
 * Writes the files below `folder`, each atomically, and deletes files in the manifest of an earlier run that this run
 * does not write. Nothing else in the folder is touched. Files that cannot coexist on this system, or would replace one
 * of another kind, are an OperationError, and none is written.
 */
async function writeOutput(folder: string, files: readonly OutputFile[]): Promise<void> {
  const paths = files.map(({ path }) => path)
  const fault = paths.indexOf(manifestName) < paths.length - 1 ? manifestFault : outputFault(paths)
  if (fault !== undefined) {
    throw new OperationError('sources', `cannot write to "${folder}": ${fault}`, {
      help: 'a document is named after its scenario: rename the source, or change its key',
    })
  }
  const before = await writtenBefore(folder)
  const written = new Set(paths.map(path => resolve(folder, path)))
  const stale = before.filter(path => !written.has(path))
  const known = new Set(before)
  await requireOwn([...written].filter(path => !known.has(path)))
  // Deleted first: in a case-insensitive file system, one may have the name of a file that is written next.
  for (const path of stale) await writing(path, rm(path, { force: true }))
  for (const { path, text } of files) await writing(join(folder, path), writeWhole(join(folder, path), text))
}

/** A usage error for a file that no run has written, such as a `package.json`. */
async function requireOwn(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    // A link is replaced, and what it leads to stays.
    if (isLink(path) || statsAt(path)?.isFile() !== true) continue
    const text = await readFile(path, 'utf8').catch(() => '')
    if (ownSigns.some(sign => text.includes(sign))) continue
    throw new OperationError('usage', `"${path}" is not a compiled document, and is not replaced`, {
      help: 'write to another folder with --out, or delete the file',
    })
  }
}

/** What a document and a manifest contain, also with a merge conflict. */
const ownSigns = [`"${documentFormat}"`, '"documents": [']

/** An error of the file system becomes an OperationError that names the file. */
async function writing(path: string, written: Promise<void>): Promise<void> {
  try {
    await written
  } catch (cause) {
    throw new OperationError('usage', `cannot write to "${path}": ${fileFault(cause)}`, { cause })
  }
}

/** The paths of the documents in the folder's manifest; empty without a manifest of ours. */
async function writtenBefore(folder: string): Promise<string[]> {
  try {
    const { documents } = JSON.parse(await readFile(join(folder, manifestName), 'utf8'))
    const paths = (documents as readonly { readonly key: unknown }[]).map(({ key }) => resolve(folder, `${key}.json`))
    return paths.filter(path => isAtOrBelow(path, folder))
  } catch {
    return []
  }
}
