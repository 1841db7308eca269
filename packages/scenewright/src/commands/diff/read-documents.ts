import { readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { readDocument } from '@scenewright/compiler'
import type { ComparedScenario } from '@scenewright/differ'
import { documentFormat, OperationError } from '@scenewright/model'
import { statsAt } from '@scenewright/model/file-access'
import { compareText } from '@scenewright/model/text'
import { readInput } from '../../shell/files.ts'
import type { Exported } from './match-exports.ts'

/** The document in a file; its key is the file's name. Anything else is an OperationError `sources`. */
export async function readDocumentAt(cwd: string, path: string): Promise<ComparedScenario> {
  const read = readDocument(await readInput(cwd, path))
  if (read.ok) return { key: basename(path, '.json'), document: read.document }
  if (read.isValue) {
    throw new OperationError('sources', `cannot read "${path}": ${read.problems.join('; ')}`, {
      help: 'change the value in the document, or in the editor of the service and export it again',
    })
  }
  throw new OperationError('sources', `"${path}" is not an import document: ${read.problems.join('; ')}`, {
    help: 'an import document has "format": "service.bot-scenario", "schema_version": 1 or 2, and a "scenario"',
  })
}

/**
 * The documents below a folder, in the order of their keys, which are their paths there. Other JSON files are ignored.
 */
export async function readDocuments(cwd: string, path: string): Promise<readonly ComparedScenario[]> {
  const documents = await documentsBelow(cwd, path)
  if (documents.length > 0) return documents
  throw new OperationError('usage', `"${path}" contains neither sources nor documents`, {
    help: 'sources are named *.scenario.yaml or *.scenario.ts; `scenewright compile` writes documents',
  })
}

/** The documents that a person has exported: files, and those in folders. */
export async function readExports(cwd: string, paths: readonly string[]): Promise<readonly Exported[]> {
  const found: Exported[] = []
  for (const path of paths) {
    if (statsAt(resolve(cwd, path))?.isDirectory()) {
      const documents = await documentsBelow(cwd, path)
      found.push(
        ...documents.map(({ key, document }) => {
          return { path: join(path, `${key}.json`), name: key, isNamed: false, document }
        }),
      )
    } else {
      const { key, document } = await readDocumentAt(cwd, path)
      found.push({ path, name: key, isNamed: true, document })
    }
  }
  if (found.length > 0) return found
  throw new OperationError('usage', `there are no documents in ${paths.map(path => `"${path}"`).join(', ')}`, {
    help: 'export the scenarios in the editor of the service: each is a JSON file',
  })
}

async function documentsBelow(cwd: string, path: string): Promise<readonly ComparedScenario[]> {
  const documents: ComparedScenario[] = []
  for (const name of namesBelow(resolve(cwd, path), '').sort(compareText)) {
    const text = await readInput(cwd, join(path, name))
    if (!text.includes(documentFormat)) continue
    documents.push({ ...(await readDocumentAt(cwd, join(path, name))), key: name.slice(0, -'.json'.length) })
  }
  return documents
}

const skipped = new Set(['node_modules', '.git', '.scenewright'])

/** The JSON files below a folder, with forward slashes. Links are not followed. */
function namesBelow(folder: string, below: string): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap(entry => {
    const name = `${below}${entry.name}`
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : namesBelow(folder, `${name}/`)
    return entry.isFile() && name.endsWith('.json') ? [name] : []
  })
}
