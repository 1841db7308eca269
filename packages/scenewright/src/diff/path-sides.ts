import { statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { isSourceName } from '@scenewright/compiler'
import type { ComparedScenario } from '@scenewright/differ'
import { OperationError } from '@scenewright/model'
import type { Invocation } from '../command.ts'
import { boundScenarios } from './bound-scenarios.ts'
import { compileSources } from './compile-sources.ts'
import { folderSides } from './folder-sides.ts'
import { readDocumentAt } from './read-documents.ts'
import type { Side, Sides } from './sides.ts'
import { openSourceFolder } from './source-folder.ts'

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
