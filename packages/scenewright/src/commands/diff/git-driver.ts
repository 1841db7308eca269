import { existsSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { compileText, openProject, type Project } from '@scenewright/compiler'
import { diffScenarios } from '@scenewright/differ'
import { OperationError } from '@scenewright/model'
import type { CompiledScenario } from '@scenewright/model/compilation'
import { isAtOrBelow, withForwardSlashes } from '@scenewright/model/system'
import { visible } from '@scenewright/model/text'
import { createSourceKeys } from '@scenewright/workspace'
import type { Invocation } from '../../shell/command.ts'
import { readInput } from '../../shell/files.ts'
import { painter } from '../../shell/terminal.ts'
import { text as renderText } from './formats/text.ts'
import { levelSettings } from './level-settings.ts'

/**
 * The text that `git diff` prints for one file; git calls with `path old-file old-hex old-mode new-file new-hex
 * new-mode`, and for a renamed file also with the new name. It never fails because of the content of the file or of a
 * config: git would stop there and show none of the other files. A call with any other form is an OperationError.
 */
export async function gitDriverText(invocation: Invocation, args: readonly string[]): Promise<string> {
  const [path, oldFile, , , newFile, , , newPath = path] = args
  if (path === undefined || newPath === undefined || (args.length > 1 && args.length < 7)) throw notGit()
  const paint = painter(invocation.terminal.color.out)
  const line = (said: string) => `${paint('bold', visible(newPath))}  ${paint('dim', said)}\n`
  if (oldFile === undefined || newFile === undefined) return line('has a conflict')
  const project = await projectAround(resolve(invocation.cwd, newPath))
  const file = fileIn(project, resolve(invocation.cwd, newPath))
  const read = (version: string, named: NamedFile) =>
    readScenarios(invocation, version, { ...named, config: project?.config ?? {} })
  const [base, head] = [
    await read(oldFile, formerFile(project, resolve(invocation.cwd, path), file)),
    await read(newFile, file),
  ]
  if (base === undefined || head === undefined) {
    const which = base === undefined ? 'the old version' : 'the new version'
    return line(`${which} cannot be read on its own; to see the lines, run git diff --no-ext-diff`)
  }
  const scenarios = diffScenarios(base, head, readLevels(project))
  if (scenarios.length === 0) return line('has no semantic changes')
  const report = { base: '', head: '', scenarios, behavior: [], compared: { base, head } }
  return renderText(report, { folder: folderOf(newPath, file.file), color: invocation.terminal.color.out })
}

/** The file name and the key that a source is compiled under. */
interface NamedFile {
  /** Relative to the project's root. */
  readonly file: string
  readonly key: string
}

/** The scenarios of a version of a file; empty if there was no file, undefined if it cannot be read on its own. */
async function readScenarios(
  { cwd }: Invocation,
  path: string,
  { file, key, config }: NamedFile & { readonly config: Project['config'] },
): Promise<readonly CompiledScenario[] | undefined> {
  if (path === '/dev/null' || path === 'nul') return []
  try {
    const { scenarios, isBound } = await compileText({ file, key, text: await readInput(cwd, path) }, config)
    return isBound ? scenarios : undefined
  } catch (error) {
    if (error instanceof OperationError) return undefined
    throw error
  }
}

/** Undefined if its config cannot be used. */
async function projectAround(path: string): Promise<Project | undefined> {
  let folder = dirname(path)
  // A deleted file may have been the only one in its folder.
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder)
  try {
    return await openProject({ cwd: folder })
  } catch (error) {
    if (error instanceof OperationError) return undefined
    throw error
  }
}

function fileIn(project: Project | undefined, path: string): NamedFile {
  const file = withForwardSlashes(relative(project?.root ?? dirname(path), path))
  const key = project && createSourceKeys(project)?.(file)
  return { file, key: key ?? file.replace(/\.scenario\.\w+$/, '') }
}

/** The file before a rename. One that was in another project has no key in this one: there, it only moved. */
function formerFile(project: Project | undefined, path: string, file: NamedFile): NamedFile {
  return project !== undefined && isAtOrBelow(path, project.root) ? fileIn(project, path) : file
}

/** The path from the top of the repository to the project. */
function folderOf(path: string, file: string): string {
  return path.endsWith(file) ? path.slice(0, path.length - file.length) : ''
}

function readLevels(project: Project | undefined) {
  try {
    return project === undefined ? {} : levelSettings(project)
  } catch (error) {
    if (error instanceof OperationError) return {}
    throw error
  }
}

function notGit(): OperationError {
  return new OperationError('usage', '--git-driver is only for git, which passes the file', {
    help: 'git config diff.scenewright.command "scenewright diff --git-driver --"; see docs/git-diff.md',
  })
}
