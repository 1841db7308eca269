import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { compileProject, isSourceName, readProjectText } from '@scenewright/compiler'
import type { ComparedScenario } from '@scenewright/differ'
import { OperationError } from '@scenewright/model'
import { statsAt } from '@scenewright/model/file-access'
import type { Invocation } from '../../shell/command.ts'
import { boundScenarios, compileSources } from './bound-scenarios.ts'
import { readDocumentAt, readDocuments } from './read-documents.ts'
import { settingsNow } from './side-settings.ts'
import { type Side, type Sides, wholeSides } from './sides.ts'
import { isNamedBy, keyTexts, type PartialSide, withSoleKeys } from './sole-keys.ts'
import { differingSources, openSourceFolder, type SourceFolder } from './source-folder.ts'

interface NamedFolder extends SourceFolder {
  readonly name: string
}

/**
 * Reads two files or two folders: sources, compiled documents, or one of each. Files that are equal in both are left
 * out.
 */
export async function pathSides(invocation: Invocation, base: string, head: string): Promise<Sides> {
  const [before, after] = [pathKind(invocation.cwd, base), pathKind(invocation.cwd, head)]
  if (before !== after) {
    throw new OperationError('usage', `"${base}" is a ${before}, but "${head}" is a ${after}`, {
      help: 'compare two files or two folders',
    })
  }
  if (before === 'folder') return folderSides(invocation, base, head)
  return oneScenario({ base: await fileSide(invocation, base), head: await fileSide(invocation, head) })
}

function pathKind(cwd: string, path: string): 'file' | 'folder' {
  const stats = statsAt(resolve(cwd, path))
  if (stats !== undefined) return stats.isDirectory() ? 'folder' : 'file'
  throw new OperationError('usage', `"${path}" does not exist`, {
    help: 'give two files or folders, or git revisions as one argument: main..work',
  })
}

async function fileSide(invocation: Invocation, path: string): Promise<Side> {
  const full = resolve(invocation.cwd, path)
  if (full.endsWith('.json')) return { name: path, scenarios: [await readDocumentAt(invocation.cwd, path)] }
  if (!isSourceName(full)) {
    throw new OperationError('usage', `"${path}" is neither a source nor a document`, {
      help: 'sources are named *.scenario.yaml or *.scenario.ts, documents *.json',
    })
  }
  const folder = await openSourceFolder(invocation.cwd, full, false)
  const sources = await compileSources(folder.project, [`${folder.prefix}${basename(full)}`])
  return { name: path, scenarios: boundScenarios(invocation, { name: path, sources }) }
}

/** Two files with one scenario each are two versions of it, whatever their names. */
function oneScenario({ base, head }: Sides): Sides {
  const [before, ...others] = base.scenarios
  const [after, ...more] = head.scenarios
  if (before === undefined || after === undefined || others.length + more.length > 0) return { base, head }
  const name = (scenario: ComparedScenario) => ({ ...scenario, key: keyOf(head.name, after.key) })
  return { base: { ...base, scenarios: [name(before)] }, head: { ...head, scenarios: [name(after)] } }
}

function keyOf(path: string, key: string): string {
  return path.endsWith('.json') ? basename(path, '.json') : key
}

/** Reads two folders of sources, of compiled documents, or one of each. Sources that are equal in both are left out. */
async function folderSides(invocation: Invocation, base: string, head: string): Promise<Sides> {
  const [before, after] = [await openFolder(invocation, base), await openFolder(invocation, head)]
  if ('project' in before && 'project' in after) return sourceSides(invocation, before, after)
  const sides = { base: await wholeSide(invocation, before), head: await wholeSide(invocation, after) }
  const whole = async () => {
    const { sources } = 'project' in after ? await compileProject(after.project) : { sources: [] }
    return wholeSides(
      sides,
      [],
      sources.flatMap(({ tests }) => tests ?? []),
    )
  }
  return { ...sides, whole }
}

async function openFolder({ cwd }: Invocation, name: string): Promise<Side | NamedFolder> {
  const folder = await openSourceFolder(cwd, resolve(cwd, name), true)
  return folder.names.size > 0 ? { ...folder, name } : { name, scenarios: await readDocuments(cwd, name) }
}

async function wholeSide(invocation: Invocation, opened: Side | NamedFolder): Promise<Side> {
  if (!('project' in opened)) return opened
  const { name, project } = opened
  const { sources } = await compileProject(project)
  return { name, scenarios: boundScenarios(invocation, { name, sources }) }
}

async function sourceSides(invocation: Invocation, before: NamedFolder, after: NamedFolder): Promise<Sides> {
  const differing = differingSources(before, after)
  const [base, head] = [
    await partialSide(invocation, before, differing.base),
    await partialSide(invocation, after, differing.head),
  ]
  const { notes, ...scenarios } = await withSoleKeys({ base, head })
  const sides = {
    base: { ...scenarios.base, ...(await projectFiles(before)) },
    head: { ...scenarios.head, ...(await projectFiles(after)) },
  }
  const whole = async () => {
    const { name, project } = after
    const { sources } = await compileProject(project)
    const all = boundScenarios(invocation, { name, sources })
    return wholeSides(
      sides,
      all,
      sources.flatMap(({ tests }) => tests ?? []),
    )
  }
  return { ...sides, notes, whole }
}

/** A folder that is not part of a project uses the settings of the current project. */
async function projectFiles({ project, prefix }: NamedFolder): Promise<Pick<Side, 'settings' | 'readFile'>> {
  if (project.configFile === null && prefix !== '') return {}
  const readFile = async (name: string) =>
    existsSync(join(project.root, name)) ? readProjectText(project.root, name) : undefined
  return { settings: await settingsNow(project), readFile }
}

async function partialSide(
  invocation: Invocation,
  { name, project, prefix, names }: NamedFolder,
  paths: readonly string[],
): Promise<PartialSide> {
  const sources = await compileSources(project, paths)
  return {
    name,
    scenarios: boundScenarios(invocation, { name, sources }),
    async holdersOf(keys) {
      const texts = keyTexts(keys)
      const isNamed = isNamedBy(keys)
      const saysKey = (file: string) => {
        const text = readProjectText(project.root, file)
        return texts.some(each => text.includes(each))
      }
      const left = new Set([...names].map(each => prefix + each))
      for (const path of paths) left.delete(path)
      return compileSources(
        project,
        [...left].filter(file => isNamed(file) || saysKey(file)),
      )
    },
  }
}
