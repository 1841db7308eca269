import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { OperationError } from '@scenewright/model'
import { withForwardSlashes } from '@scenewright/model/system'
import { lineEndOf, withLineEnd } from '@scenewright/model/text'
import { json } from '../../render/json.ts'
import type { CommandDefinition, SharedOptions } from '../../shell/command.ts'
import { ownCommand } from '../../shell/installation.ts'
import { schemaFiles, settingsFiles, settingsPath, yamlSchemas } from './editor.ts'
import { configPath, findPackage, installAll, installCommand, packageFile, starterFiles } from './files.ts'

/** The folders that git should ignore. */
const ignored = ['node_modules', '.scenewright', 'build']

interface InitOptions extends SharedOptions {
  readonly editor?: boolean
}

export const init: CommandDefinition<InitOptions> = {
  arguments: '[folder]',
  formats: ['text', 'json'],
  options: command =>
    command.option('--editor', 'write only what editors need: current schemas, and settings where there are none'),
  examples: [
    ['scenewright init my-bot', 'a project in a new folder'],
    ['scenewright init', 'a project here; existing files stay as they are'],
    ['scenewright init --editor', "bring a project's schemas up to date after an upgrade"],
  ],
  async run({ terminal, cwd, env }, [folder = '.'], { format, editor }) {
    const root = resolve(cwd, folder)
    await requireFolder(root, folder)
    const files = await (editor === true ? writeEditorFiles(root) : writeStarter(root, folder))
    const where = withForwardSlashes(relative(cwd, root))
    if (format === 'json') {
      terminal.out(json({ folder: where === '' ? '.' : where, files }))
    } else {
      for (const path of files) terminal.out(`  ${path}\n`)
      if (editor !== true) terminal.err(nextSteps(root, { where, files, command: ownCommand(env) }))
    }
    if (!files.includes(settingsPath)) terminal.err(await settingsAdvice(root))
    return 0
  },
}

/** A file in the place of the folder is a usage error; the folder need not exist. */
async function requireFolder(root: string, folder: string): Promise<void> {
  const found = await stat(root).catch(() => undefined)
  if (found === undefined || found.isDirectory()) return
  throw new OperationError('usage', `"${folder}" is a file; a project needs a folder`, {
    help: 'name a new or an existing folder: scenewright init my-bot',
  })
}

/** Writes the missing files of a starter project, and lists them. */
async function writeStarter(root: string, folder: string): Promise<readonly string[]> {
  const written: string[] = []
  for (const { path, text } of starterFiles) {
    if (await writeNew(join(root, path), text)) written.push(path)
    else if (path === configPath) throw alreadyThere(folder)
  }
  if (findPackage(root) === undefined && (await writeNew(join(root, packageFile.path), packageFile.text))) {
    written.push(packageFile.path)
  }
  return (await ignoreInGit(join(root, '.gitignore'))) ? [...written, '.gitignore'] : written
}

/** Writes the schemas, even if they exist, and missing settings; lists the written files. */
async function writeEditorFiles(root: string): Promise<readonly string[]> {
  const written: string[] = []
  for (const { path, text } of schemaFiles) {
    await write(join(root, path), text, 'w')
    written.push(path)
  }
  for (const { path, text } of settingsFiles) if (await writeNew(join(root, path), text)) written.push(path)
  return written
}

/** The lines to add to existing settings; empty if they already name the schemas. */
async function settingsAdvice(root: string): Promise<string> {
  const text = await readFile(join(root, settingsPath), 'utf8').catch(() => '')
  if (Object.keys(yamlSchemas).every(schema => text.includes(schema))) return ''
  return `\n"${settingsPath}" already exists. For VS Code, add to it:\n"yaml.schemas": ${json(yamlSchemas)}`
}

interface Started {
  /** The path from the working folder to the project: empty if they are the same. */
  readonly where: string
  readonly files: readonly string[]
  /** The command that runs the toolkit. */
  readonly command: string
}

function nextSteps(root: string, { where, files, command }: Started): string {
  const isOwnPackage = files.includes(packageFile.path)
  const install = isOwnPackage ? installAll : installCommand(findPackage(root) ?? root)
  const steps = [
    ...(where === '' ? [] : [`cd ${/^[\w./-]+$/.test(where) ? where : JSON.stringify(where)}`]),
    ...(install === undefined ? [] : [install]),
    ...['check', 'test', 'chat'].map(name => `${command} ${name}`),
  ]
  const note = isOwnPackage ? `\n${packageNote}` : ''
  return `\nNext:\n${steps.map(step => `  ${step}\n`).join('')}${note}`
}

const packageNote =
  'package.json names this version of scenewright. Commit it, and the package-lock.json that `npm install` writes: CI installs from it.\n'

function alreadyThere(folder: string): OperationError {
  return new OperationError('usage', `"${folder}" already contains a project`, {
    help: 'check it with `scenewright check`',
  })
}

/** Writes a file that does not exist yet; returns whether it did. */
function writeNew(file: string, text: string): Promise<boolean> {
  return write(file, text, 'wx')
}

async function write(file: string, text: string, flag: 'w' | 'wx'): Promise<boolean> {
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text, { flag })
    return true
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return false
    throw new OperationError('usage', `cannot write "${file}": ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    })
  }
}

async function ignoreInGit(file: string): Promise<boolean> {
  const before = (await readText(file)) ?? ''
  const present = new Set(before.split(/\r?\n/).map(line => line.trim().replace(/^\/|\/$/g, '')))
  const missing = ignored.filter(path => !present.has(path))
  if (missing.length === 0) return false
  const gap = before === '' || before.endsWith('\n') ? '' : '\n'
  const added = `${gap}${missing.map(path => `${path}/\n`).join('')}`
  await write(file, before + withLineEnd(added, lineEndOf(before)), 'w')
  return true
}

/** The text of a file; undefined if there is none. An unreadable file is an OperationError. */
async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined
    throw new OperationError('usage', `cannot read "${file}": ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    })
  }
}
