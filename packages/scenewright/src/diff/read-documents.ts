import { readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { isSourceName, readDocument } from '@scenewright/compiler'
import type { ComparedScenario } from '@scenewright/differ'
import { compareText, documentFormat, OperationError } from '@scenewright/model'
import { readInput } from '../read-input.ts'

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
  const names = readdirSync(resolve(cwd, path), { recursive: true, encoding: 'utf8' }).map(name =>
    name.replaceAll('\\', '/'),
  )
  if (names.some(isSourceName)) return undefined
  const documents: ComparedScenario[] = []
  for (const name of names.filter(each => each.endsWith('.json')).sort(compareText)) {
    const text = await readInput(cwd, join(path, name))
    if (!text.includes(documentFormat)) continue
    documents.push({ ...(await readDocumentAt(cwd, join(path, name))), key: name.slice(0, -'.json'.length) })
  }
  if (documents.length > 0) return documents
  throw new OperationError('usage', `"${path}" holds neither sources nor documents`, {
    help: 'sources are named *.scenario.yaml or *.scenario.ts; `scenewright compile` writes documents',
  })
}
