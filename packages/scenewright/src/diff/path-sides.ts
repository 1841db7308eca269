import { statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { compileProject, isSourceName } from '@scenewright/compiler'
import type { ComparedScenario } from '@scenewright/differ'
import { OperationError } from '@scenewright/model'
import type { Invocation } from '../command.ts'
import { boundScenarios } from './bound-scenarios.ts'
import { compileSources } from './compile-sources.ts'
import { readDocumentAt, readDocuments } from './read-documents.ts'
import { type Side, type Sides, wholeSides } from './sides.ts'
import { differingSources, openSourceFolder, type SourceFolder } from './source-folder.ts'

/** Reads two files or two folders: sources, compiled documents, or one of each. What is the same in both is left out. */
export async function pathSides(invocation: Invocation, base: string, head: string): Promise<Sides> {
  const [before, after] = [kindOf(invocation.cwd, base), kindOf(invocation.cwd, head)]
  if (before !== after) {
    throw new OperationError('usage', `"${base}" is a ${before}, "${head}" a ${after}`, {
      help: 'two files are compared, or two folders',
    })
  }
  if (before === 'folder') return folderSides(invocation, base, head)
  return oneScenario({ base: await fileSide(invocation, base), head: await fileSide(invocation, head) })
}

function kindOf(cwd: string, path: string): 'file' | 'folder' {
  const stats = statSync(resolve(cwd, path), { throwIfNoEntry: false })
  if (stats !== undefined) return stats.isDirectory() ? 'folder' : 'file'
  throw new OperationError('usage', `"${path}" is not there`, {
    help: 'diff takes two files or folders; revisions of git are written as one: main..work',
  })
}

async function folderSides(invocation: Invocation, base: string, head: string): Promise<Sides> {
  const [before, after] = [await openFolder(invocation, base), await openFolder(invocation, head)]
  const isOfSources = 'project' in before && 'project' in after
  const differing = isOfSources ? differingSources(before, after) : undefined
  const sides = {
    base: 'project' in before ? await folderSide(invocation, base, before, differing?.base) : before,
    head: 'project' in after ? await folderSide(invocation, head, after, differing?.head) : after,
  }
  const whole = async () => {
    const { sources } = 'project' in after ? await compileProject(after.project) : { sources: [] }
    const all = boundScenarios(invocation, { name: head, sources })
    const tests = sources.flatMap(source => source.tests ?? [])
    return wholeSides(sides, isOfSources ? all : [], tests)
  }
  return { ...sides, whole }
}

async function openFolder({ cwd }: Invocation, path: string): Promise<Side | SourceFolder> {
  const folder = await openSourceFolder(cwd, resolve(cwd, path), true)
  return folder.names.size > 0 ? folder : { name: path, scenarios: await readDocuments(cwd, path) }
}

async function folderSide(
  invocation: Invocation,
  name: string,
  { project }: SourceFolder,
  paths?: readonly string[],
): Promise<Side> {
  const sources = paths === undefined ? (await compileProject(project)).sources : await compileSources(project, paths)
  return { name, scenarios: boundScenarios(invocation, { name, sources }) }
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
  return folderSide(invocation, path, folder, [`${folder.prefix}${basename(full)}`])
}

/** Two files with one scenario each are two versions of it, whatever they are called. */
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
