import { mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { OperationError } from '@scenewright/model'
import { lineEndOf, withLineEnd } from '@scenewright/model/text'
import type { EntryFile, EntryFileFormat } from './read-entry-file.ts'

/** One entry: its fields in their order; those without a value are left out. */
export type FileEntry = { readonly [field: string]: string | number | undefined }

/**
 * Writes a file of entries, whole or not at all, with the line ends of the file that it replaces. Of a link the file
 * that it leads to is replaced. Where it cannot be written, that is an OperationError, and what was there stays.
 */
export async function writeEntryFile(
  { path, name }: EntryFile,
  form: Pick<EntryFileFormat, 'version' | 'list'>,
  entries: readonly FileEntry[],
): Promise<void> {
  const target = await realpath(path).catch(() => path)
  const part = join(dirname(target), `.scenewright-kept.${process.pid}.part`)
  try {
    await mkdir(dirname(target), { recursive: true })
    const before = await readFile(target, 'utf8').catch(() => '')
    await writeFile(part, withLineEnd(textOf(form, entries), lineEndOf(before)), { flag: 'wx' })
    await rename(part, target)
  } catch (cause) {
    await rm(part, { force: true })
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new OperationError('usage', `"${name}" cannot be written: ${reason}`, { cause })
  }
}

/** An entry a line: so a merge joins what both sides have added. */
function textOf({ version, list }: Pick<EntryFileFormat, 'version' | 'list'>, entries: readonly FileEntry[]): string {
  const lines = entries.map(entry => `\n    ${lineOf(entry)}`)
  const all = lines.length === 0 ? '[]' : `[${lines.join(',')}\n  ]`
  return `{\n  "version": ${version},\n  "${list}": ${all}\n}\n`
}

function lineOf(entry: FileEntry): string {
  const fields = Object.entries(entry).filter(([, value]) => value !== undefined)
  return `{ ${fields.map(([name, value]) => `"${name}": ${JSON.stringify(value)}`).join(', ')} }`
}
