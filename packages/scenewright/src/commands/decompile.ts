import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { decompile as decompileDocument, type SourceLanguage } from '@scenewright/compiler'
import { OperationError } from '@scenewright/model'
import { statsAt } from '@scenewright/model/file-access'
import { count } from '@scenewright/model/text'
import { openConfig } from '@scenewright/workspace'
import type { CommandDefinition, Invocation, SharedOptions } from '../shell/command.ts'
import { requireNoTwins, twinsText, writeNew } from '../shell/files.ts'
import { readDocumentAt, readExports } from './diff/read-documents.ts'

interface Options extends SharedOptions {
  readonly to?: SourceLanguage
  readonly out?: string
  readonly force?: boolean
}

export const decompile: CommandDefinition<Options> = {
  arguments: '<documents...>',
  formats: ['text'],
  options: command =>
    command
      .addOption(
        command
          .createOption('--to <language>', 'the language of the source (default: that of the file, else yaml)')
          .choices(['yaml', 'ts']),
      )
      .option('--out <path>', 'write to this file instead of printing; for a folder or several documents, a folder')
      .option('--force', 'overwrite an existing file'),
  examples: [
    ['scenewright decompile export.json', 'print the source of an exported scenario'],
    ['scenewright decompile export.json --out scenarios/refund.scenario.yaml', 'add it to the project'],
    ['scenewright decompile exports/ --out scenarios', 'add a whole folder to the project, one source per document'],
    ['scenewright decompile export.json --to ts', 'print it in TypeScript'],
  ],
  async run(invocation, paths, options) {
    const [path = '', ...others] = paths
    const isFolder = await stat(resolve(invocation.cwd, path)).then(
      stats => stats.isDirectory(),
      // Reading it says why.
      () => false,
    )
    await (others.length > 0 || isFolder ? many(invocation, paths, options) : one(invocation, path, options))
    return 0
  },
}

async function one(invocation: Invocation, path: string, { to, out, force, ...options }: Options): Promise<void> {
  const { terminal, cwd } = invocation
  const language = chooseLanguage(to, out)
  const { document } = await readDocumentAt(cwd, path)
  const { config } = await openConfig(invocation, options)
  const source = decompileDocument(document, language, config)
  if (out === undefined) terminal.out(source)
  else {
    const twins = requireNoTwins(cwd, [out], force)
    await writeNew(resolve(cwd, out), source, force === true)
    terminal.err(`written to ${out}\n${twinsText(twins)}`)
  }
}

/** One source per document, with the document's name; all are read before the first is written. */
async function many(invocation: Invocation, paths: readonly string[], options: Options): Promise<void> {
  const { terminal, cwd } = invocation
  const { to = 'yaml', out, force } = options
  if (out === undefined || /\.(ts|ya?ml)$/.test(out)) {
    throw new OperationError('usage', 'for a folder or several documents, --out must be a folder', {
      help: 'scenewright decompile exports/ --out scenarios',
    })
  }
  const exports = await readExports(cwd, paths)
  const { config } = await openConfig(invocation, options)
  const sources = exports.map(({ name, document }) => {
    return { file: join(out, `${name}.scenario.${to}`), source: decompileDocument(document, to, config) }
  })
  const duplicate = sources.find(({ file }, index) => sources.findIndex(other => other.file === file) !== index)
  if (duplicate !== undefined) {
    throw new OperationError('usage', `two documents would be "${duplicate.file}"`, {
      help: 'give only one of them, or rename it',
    })
  }
  const there = force === true ? [] : sources.filter(({ file }) => statsAt(resolve(cwd, file)))
  if (there[0] !== undefined) {
    throw new OperationError(
      'usage',
      `${count(there.length, 'file')} of ${sources.length} there already exist: "${there[0].file}"`,
      {
        help: 'use --force to replace them; nothing was written',
      },
    )
  }
  const files = sources.map(({ file }) => file)
  const twins = requireNoTwins(cwd, files, force)
  for (const { file, source } of sources) await writeNew(resolve(cwd, file), source, force === true)
  terminal.err(`${count(sources.length, 'source')} written below ${out}\n${twinsText(twins)}`)
}

/** A file whose suffix belongs to another language than the requested one would be read incorrectly. */
function chooseLanguage(to: SourceLanguage | undefined, out = ''): SourceLanguage {
  const named = /\.[cm]?tsx?$/.test(out) ? 'ts' : /\.ya?ml$/.test(out) ? 'yaml' : undefined
  const help = 'YAML sources are named *.scenario.yaml, TypeScript sources *.scenario.ts'
  if (/\.(?:[cm]?jsx?|json)$/.test(out)) throw new OperationError('usage', `"${out}" would not be a source`, { help })
  if (to !== undefined && named !== undefined && to !== named) {
    throw new OperationError('usage', `--to ${to} does not match the file name "${out}"`, { help })
  }
  return to ?? named ?? 'yaml'
}
