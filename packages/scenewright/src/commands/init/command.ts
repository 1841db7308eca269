import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { openProject } from '@scenewright/compiler'
import { namedFolders } from '@scenewright/compiler/source-reader'
import { GitNotFound } from '@scenewright/git'
import { OperationError } from '@scenewright/model'
import { fileFault, makeFolder, statsAt } from '@scenewright/model/file-access'
import { withForwardSlashes } from '@scenewright/model/system'
import { lineEndOf, withLineEnd } from '@scenewright/model/text'
import { json } from '../../render/json.ts'
import type { CommandDefinition, Invocation, SharedOptions } from '../../shell/command.ts'
import { ownCommand } from '../../shell/installation.ts'
import { includeAdvice, planFiles } from '../ci/ci-files.ts'
import { foldersBetween, installStep, type ProjectInstall, readInstall } from '../ci/install.ts'
import { type CiRepository, guessAdvice, readRepository } from '../ci/read-repository.ts'
import { starterSetup } from '../ci/setup.ts'
import { schemaFiles, settingsFiles, settingsPath, yamlSchemas } from './editor.ts'
import { configPath, packageFile, starterFiles } from './files.ts'

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
  async run(invocation, [folder = '.'], { format, editor }) {
    const { terminal, cwd, env } = invocation
    const root = resolve(cwd, folder)
    requireFolder(root, folder)
    if (editor !== true) await requirePlace(root, folder)
    const { files, starter } = await (editor === true ? writeEditorFiles(root) : writeStarter(root, folder, invocation))
    const where = withForwardSlashes(relative(cwd, root))
    if (format === 'json') {
      terminal.out(json({ folder: where === '' ? '.' : where, files }))
    } else {
      for (const path of files) terminal.out(`  ${path}\n`)
      if (starter !== undefined) {
        terminal.err(nextSteps(root, { top: starter.top, files, where, command: ownCommand(env) }))
      }
    }
    if (starter !== undefined) terminal.err(starter.advice)
    if (!files.includes(settingsPath)) terminal.err(await settingsAdvice(root))
    return 0
  },
}

/** A file in the place of the folder, or a link without a target there or above, is a usage error; it need not exist. */
function requireFolder(root: string, folder: string): void {
  for (let path = root; path !== dirname(path); path = dirname(path)) {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) continue
    const target = statsAt(path)
    if (target?.isDirectory()) return
    const name = path === root ? folder : path
    const what = target === undefined ? 'a link to a missing file' : 'a file'
    throw new OperationError('usage', `"${name}" is ${what}; a project needs a folder`, {
      help: 'name a new or an existing folder: scenewright init my-bot',
    })
  }
}

/** A usage error if the project's scenarios would be those of another project, too, or have no folder. */
async function requirePlace(root: string, folder: string): Promise<void> {
  const scenarios = join(root, 'scenarios')
  if (existsSync(scenarios) && !statsAt(scenarios)?.isDirectory()) {
    throw new OperationError(
      'usage',
      `"${join(folder, 'scenarios')}" is a file; a project has its scenarios in a folder`,
      {
        help: 'rename the file, or name another folder: scenewright init my-bot',
      },
    )
  }
  // A config that cannot be read does not name its sources.
  const outer = await openProject({ cwd: dirname(root) }).catch(() => undefined)
  if (!outer?.configFile) return
  const path = withForwardSlashes(relative(outer.root, root))
  const within = namedFolders(outer.config).find(name => name === '.' || path === name || path.startsWith(`${name}/`))
  if (within === undefined) return
  const where = within === '.' ? 'that folder' : `"${within}"`
  throw new OperationError('usage', `"${folder}" is in the sources of the project in "${outer.root}"`, {
    help: `add scenarios to that project as files in ${where}, or create the new project in a folder outside of ${where}`,
  })
}

interface Written {
  /** Relative to the project's folder. */
  readonly files: readonly string[]
  /** For a starter project: the top of its repository, else its folder; and what to do about CI files of others. */
  readonly starter?: { readonly top: string; readonly advice: string }
}

/** Writes the missing files of a starter project. */
async function writeStarter(root: string, folder: string, { env, signal }: Invocation): Promise<Written> {
  const written: string[] = []
  for (const { path, text } of starterFiles) {
    if (await writeNew(join(root, path), text)) written.push(path)
    else if (path === configPath) throw alreadyThere(folder)
  }
  const repository = await readRepository({ folder: root, env, signal })
  const { top } = repository
  const hasPackage = foldersBetween(root, top).some(each => existsSync(join(each, packageFile.path)))
  if (!hasPackage && (await writeNew(join(root, packageFile.path), packageFile.text))) written.push(packageFile.path)
  const ci = await writeCi(root, repository)
  written.push(...ci.files)
  if (await ignoreInGit(join(root, '.gitignore'))) written.push('.gitignore')
  return { files: written, starter: { top, advice: ci.advice } }
}

/** Writes the missing files that `ci init` would write for a project without environments; without a known host, for GitHub. */
async function writeCi(root: string, repository: CiRepository) {
  const { top, folder, branch, hosts: known, refusal } = repository
  // Without git, nobody has put the folder into a repository here: it is the top of the next one.
  const isWithoutGit = refusal instanceof GitNotFound
  if (refusal !== undefined && !isWithoutGit) return { files: [], advice: refusedAdvice(refusal) }
  const { install } = readInstall(root, top)
  const setup = starterSetup({ folder, branch, install })
  const hosts = known.length > 0 ? known : (['github'] as const)
  const files: string[] = []
  const guess = guessAdvice(repository, '`scenewright ci init`')
  let advice = guess === '' ? '' : `\n${guess}`
  for (const { host, path, text, status } of await planFiles(top, hosts, setup)) {
    const file = join(top, path)
    if (status === 'foreign') advice += foreignAdvice(path, host)
    else if (await writeNew(file, text)) files.push(withForwardSlashes(relative(realpathSync(root), file)))
  }
  for (const host of hosts) advice += await includeAdvice(top, host, setup)
  return { files, advice }
}

function refusedAdvice({ message, help }: OperationError): string {
  const steps = [...(help === undefined ? [] : [help]), 'then run `scenewright ci init`']
  return `\nNo CI file is written: ${message}\nhelp: ${steps.join('; ')}\n`
}

function foreignAdvice(path: string, host: string): string {
  return `\n"${path}" already exists, and stays as it is: \`scenewright ci init --host ${host} --print\` shows what the project needs there.\n`
}

/** Writes the schemas, even if they exist, and missing settings. */
async function writeEditorFiles(root: string): Promise<Written> {
  const written: string[] = []
  for (const { path, text } of schemaFiles) {
    await write(join(root, path), text, 'w')
    written.push(path)
  }
  for (const { path, text } of settingsFiles) if (await writeNew(join(root, path), text)) written.push(path)
  return { files: written }
}

/** The lines to add to existing settings; empty if they already name the schemas. */
async function settingsAdvice(root: string): Promise<string> {
  const text = await readFile(join(root, settingsPath), 'utf8').catch(() => '')
  if (Object.keys(yamlSchemas).every(schema => text.includes(schema))) return ''
  return `\n"${settingsPath}" already exists. For VS Code, add to it:\n"yaml.schemas": ${json(yamlSchemas)}`
}

interface Started {
  readonly top: string
  readonly files: readonly string[]
  /** The path from the working folder to the project: empty if they are the same. */
  readonly where: string
  /** The command that runs the toolkit. */
  readonly command: string
}

function nextSteps(root: string, { where, files, top, command }: Started): string {
  const install = installStep(root, top)
  const steps = [
    ...(where === '' ? [] : [`cd ${/^[\w./-]+$/.test(where) ? where : JSON.stringify(where)}`]),
    ...(install === undefined ? [] : [install]),
    ...['check', 'test', 'chat'].map(name => `${command} ${name}`),
  ]
  const note = files.includes(packageFile.path) ? `\n${packageNote(readInstall(root, top))}` : ''
  return `\nNext:\n${steps.map(step => `  ${step}\n`).join('')}${note}`
}

function packageNote({ manager: { installAll, lockfile } }: ProjectInstall): string {
  return `package.json names this version of scenewright. Commit it, and the ${lockfile} that \`${installAll}\` writes: CI installs from it.\n`
}

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
    makeFolder(dirname(file))
    await writeFile(file, text, { flag })
    return true
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return false
    throw new OperationError('usage', `cannot write "${file}": ${fileFault(cause)}`, { cause })
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
    throw new OperationError('usage', `cannot read "${file}": ${fileFault(cause)}`, { cause })
  }
}
