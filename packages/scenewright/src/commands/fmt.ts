import { resolve } from 'node:path'
import { type FormattedFile, formatFiles } from '@scenewright/compiler/format'
import { InternalError, OperationError } from '@scenewright/model'
import { count } from '@scenewright/model/text'
import { nothingFound, openConfig } from '@scenewright/workspace'
import { findingsText } from '../render/findings-text.ts'
import { json } from '../render/json.ts'
import type { CommandDefinition, Invocation, SharedOptions } from '../shell/command.ts'

interface Options extends SharedOptions {
  readonly check?: boolean
}

export const fmt: CommandDefinition<Options> = {
  arguments: '[paths...]',
  formats: ['text', 'json'],
  options: command => command.option('--check', 'write nothing; exit with 1 if a file would change'),
  examples: [
    ['scenewright fmt', 'format every YAML source'],
    ['scenewright fmt --check', 'in CI: list the files that would change'],
    ['scenewright fmt scenewright.config.yaml', 'format one file with any YAML'],
  ],
  async run(invocation, paths, options) {
    invocation.outliveReader?.()
    const project = await openConfig(invocation, options)
    const absolute = paths.map(path => resolve(invocation.cwd, path))
    const files = await formatFiles(project, absolute, { write: options.check !== true })
    if (files.length === 0) throw nothingFound(project, paths)
    report(invocation, options, files)
    const unread = files.flatMap(({ findings = [] }) => findings)
    if (unread.length > 0) invocation.terminal.err(findingsText(unread, project.root, invocation.terminal.color.err))
    stopFor(files)
    return options.check && files.some(({ isChanged }) => isChanged) ? 1 : 0
  },
}

function report({ terminal }: Invocation, { format, check }: Options, files: readonly FormattedFile[]): void {
  const reported = files.filter(({ isPassedOver }) => !isPassedOver)
  const changed = reported.filter(({ isChanged }) => isChanged)
  if (format === 'json') {
    terminal.out(json({ version: 1, files: reported.map(({ file, isChanged }) => ({ file, changed: isChanged })) }))
  } else {
    terminal.out(changed.map(({ file }) => `${file}\n`).join(''))
  }
  const passedOver = files.length - reported.length
  if (passedOver > 0) {
    terminal.err(`${count(passedOver, 'TypeScript source')} skipped: format them like your other TypeScript code\n`)
  }
  terminal.err(`${count(changed.length, 'file')} ${check ? 'would change' : 'changed'}\n`)
}

function stopFor(files: readonly FormattedFile[]): void {
  const broken = files.flatMap(({ fault }) => fault ?? [])
  if (broken.length > 0) throw new InternalError(broken.join('; '))
  const unread = files.filter(({ findings = [] }) => findings.length > 0)
  if (unread.length === 0) return
  const were = unread.length === 1 ? 'was' : 'were'
  throw new OperationError('sources', `${count(unread.length, 'file')} cannot be read and ${were} not changed`, {
    help: 'fix the problems above first',
  })
}
