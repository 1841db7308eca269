import { resolve } from 'node:path'
import { decompile as decompileDocument, readDocument, type SourceLanguage } from '@scenewright/compiler'
import { OperationError } from '@scenewright/model'
import type { CommandDefinition, SharedOptions } from '../command.ts'
import { readInput } from '../read-input.ts'
import { writeNew } from '../write-new.ts'

interface Options extends SharedOptions {
  readonly to?: SourceLanguage
  readonly out?: string
  readonly force?: boolean
}

export const decompile: CommandDefinition<Options> = {
  arguments: '<document.json>',
  formats: ['text'],
  options: command =>
    command
      .addOption(
        command
          .createOption('--to <language>', 'the language of the source (default: that of the file, else yaml)')
          .choices(['yaml', 'ts']),
      )
      .option('--out <file>', 'write the source to this file instead of printing it')
      .option('--force', 'replace the file where there is one'),
  examples: [
    ['scenewright decompile export.json', 'print the source of an exported scenario'],
    ['scenewright decompile export.json --out scenarios/refund.scenario.yaml', 'take it into the project'],
    ['scenewright decompile export.json --to ts', 'print it in TypeScript'],
  ],
  async run({ terminal, cwd }, [path = ''], { to, out, force }) {
    const language = languageOf(to, out)
    const read = readDocument(await readInput(cwd, path))
    if (!read.ok) {
      throw new OperationError('sources', `"${path}" is no import document: ${read.problems.join('; ')}`, {
        help: 'an import document has "format": "service.bot-scenario", "schema_version": 1 or 2, and a "scenario"',
      })
    }
    const source = decompileDocument(read.document, language)
    if (out === undefined) terminal.out(source)
    else {
      await writeNew(resolve(cwd, out), source, force === true)
      terminal.err(`written to ${out}\n`)
    }
    return 0
  },
}

/** A file whose name says another language than the one that is asked for would be read as what it is not. */
function languageOf(to: SourceLanguage | undefined, out: string | undefined): SourceLanguage {
  const named = /\.scenario\.ts$/.test(out ?? '') ? 'ts' : /\.ya?ml$/.test(out ?? '') ? 'yaml' : undefined
  if (to !== undefined && named !== undefined && to !== named) {
    throw new OperationError('usage', `--to ${to} does not go into "${out}"`, {
      help: 'YAML sources are named *.scenario.yaml, TypeScript sources *.scenario.ts',
    })
  }
  return to ?? named ?? 'yaml'
}
