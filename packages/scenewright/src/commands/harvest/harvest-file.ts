import { createReadStream } from 'node:fs'
import { type FileHandle, lstat, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { MaskedKind } from '@scenewright/checker/personal-data'
import { isObject, OperationError } from '@scenewright/model'
import { fileFault, makeFolder, requireReplaceable } from '@scenewright/model/file-access'
import { requireUsableName, writeReport } from '../../shell/files.ts'
import type { RowFormat } from './message-rows.ts'
import type { JournalPosition } from './read-journal.ts'

/** What a harvest reads. A run continues another one only if they are equal. */
interface HarvestRequest {
  readonly url: string
  readonly bot: string
  readonly since: string
  /** Null for the day on which the harvest began. */
  readonly until: string | null
  readonly mask: boolean
}

/** How far a harvest got. */
export interface HarvestProgress {
  /** The last day of the period. */
  readonly until: string
  readonly position: JournalPosition
  readonly messages: number
  /** The number of messages of the incomplete day: the last ones in the file. */
  readonly ofDay: number
  /** The number of masked parts, by kind. Absent in the record of an earlier release. */
  readonly masked?: { readonly [kind in MaskedKind]?: number }
}

/** An interrupted harvest, and the ids of the messages of its incomplete day. */
interface ResumedHarvest extends HarvestProgress {
  readonly known: ReadonlySet<string>
}

/** A file of messages that is being written: `<file>.part`, and a record of the progress next to it. */
export interface HarvestFile {
  /** The progress of an earlier run that was interrupted; undefined for a new file. */
  readonly resumed: ResumedHarvest | undefined
  /** Appends text, then records the progress: after a crash, text without a record is discarded. */
  append(text: string, progress: HarvestProgress): Promise<void>
  /** Gives the file its name, and deletes the record. */
  finish(): Promise<void>
  close(): Promise<void>
}

/** Where the file, its unfinished part, and the record of the progress are. */
interface Paths {
  readonly cwd: string
  readonly file: string
  readonly part: string
  readonly record: string
}

/** The form of the record of the progress. */
interface Recorded {
  readonly version: 1
  readonly request: HarvestRequest
  readonly progress: HarvestProgress
  /** The length of the part in bytes. */
  readonly size: number
}

/** The file to write, as the user names it. */
interface Opening {
  readonly cwd: string
  readonly path: string
  readonly format: RowFormat
  readonly request: HarvestRequest
}

/**
 * Opens a file of messages, or the unfinished one of an earlier run with the same request. Nothing is written yet.
 * Without `force`, an existing file, or an unfinished one of another request, is a usage error; with it, they are
 * replaced.
 */
export async function openHarvestFile(opening: Opening, { force }: { readonly force: boolean }): Promise<HarvestFile> {
  const { cwd, path, request } = opening
  const file = resolve(cwd, path)
  requireUsableName(file)
  requireReplaceable(file, path)
  const paths = { cwd, file, part: `${file}.part`, record: `${file}.part.json` }
  if (!force && (await exists(file))) {
    throw new OperationError('usage', `"${path}" already exists`, { help: 'use --force to replace it' })
  }
  const earlier = await readRecord(paths)
  if (earlier !== undefined && sameRequest(earlier.request, request)) return resume(paths, opening, earlier)
  if (!force && ((await exists(paths.part)) || (await exists(paths.record)))) throw otherRequest(path)
  return createFile(paths, request, { resumed: undefined, size: 0, open: () => begin(paths, opening, force) })
}

async function begin(paths: Paths, { format }: Opening, force: boolean): Promise<Opened> {
  makeFolder(dirname(paths.file))
  if (force) {
    await rm(paths.record, { force: true })
    await rm(paths.part, { force: true })
  }
  // It contains messages of customers, which nobody else on this machine should read. A link is never followed.
  const handle = await open(paths.part, 'wx', 0o600)
  const { bytesWritten } = await handle.write(format.head)
  return { handle, size: bytesWritten }
}

async function resume(paths: Paths, { path, format, request }: Opening, earlier: Recorded): Promise<HarvestFile> {
  const { progress, size } = earlier
  const stats = await lstat(paths.part).catch(() => undefined)
  if (stats?.isFile() !== true || stats.size < size) throw changed(path)
  const known = await readKnown(paths, format, earlier).catch(() => {
    throw changed(path)
  })
  const openPart = async () => {
    const handle = await open(paths.part, 'r+')
    await handle.truncate(size)
    return { handle, size }
  }
  return createFile(paths, request, { resumed: { ...progress, known }, size, open: openPart })
}

/** The ids of the last messages in an unfinished file. */
async function readKnown(
  { part }: Paths,
  format: RowFormat,
  { progress, size }: Recorded,
): Promise<ReadonlySet<string>> {
  if (progress.ofDay === 0) return new Set()
  const ids: string[] = []
  const text = createReadStream(part, { encoding: 'utf8', end: size - 1 })
  for await (const id of format.readIds(text, part)) ids.push(id)
  return new Set(ids.slice(-progress.ofDay))
}

interface Opened {
  readonly handle: FileHandle
  readonly size: number
}

function createFile(
  paths: Paths,
  request: HarvestRequest,
  {
    resumed,
    size: first,
    open: openPart,
  }: Pick<HarvestFile, 'resumed'> & {
    readonly size: number
    readonly open: () => Promise<Opened>
  },
): HarvestFile {
  let size = first
  let opened: FileHandle | undefined
  const openOnce = async () => {
    if (opened !== undefined) return opened
    const found = await openPart()
    size = found.size
    opened = found.handle
    return opened
  }
  return {
    resumed,
    async append(text, progress) {
      try {
        const handle = await openOnce()
        const bytes = Buffer.from(text)
        // A full disk takes only a part, and refuses the next write.
        for (let rest = bytes; rest.length > 0; ) {
          const { bytesWritten } = await handle.write(rest, 0, rest.length, size)
          size += bytesWritten
          rest = rest.subarray(bytesWritten)
        }
      } catch (cause) {
        throw unwritable(paths, cause)
      }
      const recorded: Recorded = { version: 1, request, progress, size }
      await writeReport(paths.cwd, paths.record, `${JSON.stringify(recorded)}\n`)
    },
    async finish() {
      try {
        const handle = await openOnce()
        await handle.sync()
        await handle.close()
        await rename(paths.part, paths.file)
        await rm(paths.record, { force: true })
      } catch (cause) {
        throw unwritable(paths, cause)
      }
    },
    // Closed twice after `finish`.
    close: async () => opened?.close().catch(() => {}),
  }
}

async function exists(file: string): Promise<boolean> {
  return (await lstat(file).catch(() => undefined)) !== undefined
}

/** The record of an interrupted run; undefined if there is none, or another program wrote it. */
async function readRecord({ record }: Paths): Promise<Recorded | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(record, 'utf8'))
    return isRecorded(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isRecorded(value: unknown): value is Recorded {
  if (!isObject(value) || value.version !== 1 || !isObject(value.request) || typeof value.size !== 'number')
    return false
  const { progress } = value
  if (!isObject(progress) || !isDay(progress.until) || typeof progress.messages !== 'number') return false
  const { position, masked } = progress
  return (
    isObject(position) &&
    (masked === undefined || (isObject(masked) && Object.values(masked).every(Number.isInteger))) &&
    isDay(position.day) &&
    [position.skip, position.listed, progress.ofDay].every(Number.isInteger)
  )
}

function isDay(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
}

function sameRequest(one: HarvestRequest, other: HarvestRequest): boolean {
  const names = ['url', 'bot', 'since', 'until', 'mask'] as const
  return names.every(name => one[name] === other[name])
}

function otherRequest(path: string): OperationError {
  return new OperationError('usage', `"${path}.part" is unfinished, and of another request`, {
    help: 'run the earlier command again to finish it, or use --force to discard it',
  })
}

function changed(path: string): OperationError {
  return new OperationError('usage', `"${path}.part" was changed since it was interrupted`, {
    help: `delete it and "${path}.part.json" to begin again`,
  })
}

function unwritable({ part }: Paths, cause: unknown): OperationError {
  return new OperationError('usage', `cannot write to "${part}": ${fileFault(cause)}`, { cause })
}
