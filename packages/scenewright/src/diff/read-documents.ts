import { readdirSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { isSourceName, readDocument } from '@scenewright/compiler'
import type { ComparedScenario } from '@scenewright/differ'
import { compareText, documentFormat, OperationError } from '@scenewright/model'
import { readInput } from '../read-input.ts'
import type { Exported } from './match-exports.ts'

/** The document of a file; its key is the file's name. One that is none is an OperationError `sources`. */
export async function readDocumentAt(cwd: string, path: string): Promise<ComparedScenario> {
  const read = readDocument(await readInput(cwd, path))
  if (read.ok) return { key: basename(path, '.json'), document: read.document }
  throw new OperationError('sources', `"${path}" is no import document: ${read.problems.join('; ')}`, {
    help: 'an import document has "format": "service.bot-scenario", "schema_version": 1 or 2, and a "scenario"',
  })
}

/**
 * The documents below a folder, in the order of their keys, which are their paths there; undefined where it holds
 * sources. Other JSON files are passed over.
 */
export async function readDocuments(cwd: string, path: string): Promise<readonly ComparedScenario[] | undefined> {
  const names = namesBelow(cwd, path)
  if (names.some(isSourceName)) return undefined
  const documents = await documentsAmong(cwd, path, names)
  if (documents.length > 0) return documents
  throw new OperationError('usage', `"${path}" holds neither sources nor documents`, {
    help: 'sources are named *.scenario.yaml or *.scenario.ts; `scenewright compile` writes documents',
  })
}

/** The documents that a person has exported: files, and those in folders. */
export async function readExports(cwd: string, paths: readonly string[]): Promise<readonly Exported[]> {
  const found: Exported[] = []
  for (const path of paths) {
    if (statSync(resolve(cwd, path), { throwIfNoEntry: false })?.isDirectory()) {
      const documents = await documentsAmong(cwd, path, namesBelow(cwd, path))
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
  throw new OperationError('usage', `there is no document in ${paths.map(path => `"${path}"`).join(', ')}`, {
    help: 'export the scenarios in the editor of the service: each is a JSON file',
  })
}

function namesBelow(cwd: string, path: string): readonly string[] {
  const names = readdirSync(resolve(cwd, path), { recursive: true, encoding: 'utf8' })
  return names.map(name => name.replaceAll('\\', '/')).sort(compareText)
}

async function documentsAmong(
  cwd: string,
  path: string,
  names: readonly string[],
): Promise<readonly ComparedScenario[]> {
  const documents: ComparedScenario[] = []
  for (const name of names.filter(each => each.endsWith('.json'))) {
    const text = await readInput(cwd, join(path, name))
    if (!text.includes(documentFormat)) continue
    documents.push({ ...(await readDocumentAt(cwd, join(path, name))), key: name.slice(0, -'.json'.length) })
  }
  return documents
}
