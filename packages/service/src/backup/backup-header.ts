import { OperationError } from '@scenewright/model'

/** What stands at the head of a backup: how it was made, and what it holds. */
export interface BackupHeader {
  readonly format: typeof formatName
  readonly version: 1
  /** The migrations that the database had behind it. */
  readonly migrations: readonly string[]
  /** In the order in which they can be filled. */
  readonly tables: readonly { readonly name: string; readonly columns: readonly string[] }[]
}

const formatName = 'scenewright-service-backup'

/** The header of a backup of these tables. */
export function backupHeader(parts: Pick<BackupHeader, 'migrations' | 'tables'>): BackupHeader {
  const tables = parts.tables.map(({ name, columns }) => ({ name, columns }))
  return { format: formatName, version: 1, migrations: parts.migrations, tables }
}

/** The header that a line holds. Throws an OperationError `usage` for a line of something else, or of a later version. */
export function readHeader(line: string, path: string): BackupHeader {
  const header = parsed(line)
  if (header?.format !== formatName) throw new OperationError('usage', `"${path}" is no backup of a service.`)
  if (header.version !== 1) {
    throw new OperationError(
      'usage',
      `"${path}" is a backup of the format ${String(header.version)}, and 1 is known.`,
      {
        help: 'Restore it with the version of Scenewright that made it, or a later one.',
      },
    )
  }
  // The checksum at the end of the file says that it was written by a backup.
  return header as unknown as BackupHeader
}

function parsed(line: string): { readonly [field: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}
