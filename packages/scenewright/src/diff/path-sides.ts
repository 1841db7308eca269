import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { compileProject, isSourceName, openProject, type Project } from '@scenewright/compiler'
import type { ComparedScenario } from '@scenewright/differ'
import { OperationError } from '@scenewright/model'
import type { Invocation } from '../command.ts'
import { boundScenarios } from './bound-scenarios.ts'
import { readDocumentAt, readDocuments } from './read-documents.ts'
import type { Side, Sides } from './sides.ts'

/** Reads two files or two folders: sources, compiled documents, or one of each. */
export async function pathSides(invocation: Invocation, base: string, head: string): Promise<Sides> {
  const [before, after] = [kindOf(invocation.cwd, base), kindOf(invocation.cwd, head)]
  if (before !== after) {
    throw new OperationError('usage', `"${base}" is a ${before}, "${head}" a ${after}`, {
      help: 'two files are compared, or two folders',
    })
  }
  const sides = { base: await readSide(invocation, base), head: await readSide(invocation, head) }
  return before === 'file' ? oneScenario(sides) : sides
}

function kindOf(cwd: string, path: string): 'file' | 'folder' {
  const stats = statSync(resolve(cwd, path), { throwIfNoEntry: false })
  if (stats !== undefined) return stats.isDirectory() ? 'folder' : 'file'
  throw new OperationError('usage', `"${path}" is not there`, {
    help: 'diff takes two files or folders; revisions of git are written as one: main..work',
  })
}

async function readSide(invocation: Invocation, path: string): Promise<Side> {
  const full = resolve(invocation.cwd, path)
  const isFolder = statSync(full).isDirectory()
  const documents = isFolder ? await readDocuments(invocation.cwd, path) : undefined
  if (documents !== undefined) return { name: path, scenarios: documents }
  if (!isFolder && full.endsWith('.json'))
    return { name: path, scenarios: [await readDocumentAt(invocation.cwd, path)] }
  if (!isFolder && !isSourceName(full)) {
    throw new OperationError('usage', `"${path}" is neither a source nor a document`, {
      help: 'sources are named *.scenario.yaml or *.scenario.ts, documents *.json',
    })
  }
  const project = await projectAround(invocation.cwd, full, isFolder)
  const { sources } = await compileProject(project, isFolder ? {} : { paths: [full] })
  return { name: path, scenarios: boundScenarios(invocation, { name: path, sources }) }
}

/**
 * The project that the sources at a path belong to: imports may lead anywhere within it. A folder that is a project has
 * its own keys; of any other they are the paths below it.
 */
async function projectAround(cwd: string, path: string, isFolder: boolean): Promise<Project> {
  const folder = isFolder ? path : dirname(path)
  const found = await openProject({ cwd: folder })
  const isProject = found.root === folder && (found.configFile !== null || existsSync(join(folder, 'scenarios')))
  if (isFolder && isProject) return found
  const root = found.configFile === null && isBelow(folder, cwd) ? cwd : found.root
  const below = relative(root, folder).split(sep).join('/')
  return { ...found, root, config: { ...found.config, sources: [below === '' ? '.' : below] } }
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}${sep}`)
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
