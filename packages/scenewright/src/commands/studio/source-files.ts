import { realpathSync, unlinkSync } from 'node:fs'
import { replaceFile } from '@scenewright/compiler/format'
import type { Edit } from '@scenewright/model'
import { statsAt } from '@scenewright/model/file-access'
import { sourceLimits } from '@scenewright/model/limits'
import { textHash } from '@scenewright/model/text-hash'
import type { LiveProject } from '@scenewright/workspace/live'
import { restoreEdits } from '../../edit/change-text.ts'
import { containedPath } from '../../shell/contained-path.ts'
import { newSourceFault, writeNew } from '../../shell/files.ts'
import { HttpError } from './http/http-error.ts'
import { presentText, readText } from './read-text.ts'

/** A source as it is on the disk. */
export interface SourceFile {
  /** Relative to the root. */
  readonly file: string
  /** With its byte order mark, if it has one. */
  readonly text: string
  readonly hash: string
}

/** The source that an edit is based on. */
type SourceBase = Pick<SourceFile, 'file' | 'hash'>

/** A source that was written. */
interface WrittenFile {
  readonly file: string
  readonly hash: string
  readonly inverse: readonly Edit[]
  readonly isNew?: true
}

/** The sources of a project on the disk: the only files that the studio reads and writes. */
export interface SourceFiles {
  /** Reads a source. One that does not exist, leads out of the project, or has no text, is an HttpError. */
  read(live: LiveProject, file: string): SourceFile
  /** Reads the source that an edit is based on. If it has another hash, or was removed, that is an HttpError. */
  readBase(live: LiveProject, base: SourceBase): SourceFile
  /**
   * Replaces the text of a source by what `edit` makes of it, one edit of a file at a time. If the file does not have
   * this hash, before or after, nothing is written and that is an HttpError.
   */
  edit(live: LiveProject, base: SourceBase, edit: (source: SourceFile) => Promise<string>): Promise<WrittenFile>
  /** Writes a source that does not exist yet. */
  create(live: LiveProject, file: string, text: string): Promise<WrittenFile>
  /** Removes a source that `create` has written. If it does not have this hash, it stays, and that is an HttpError. */
  remove(live: LiveProject, base: SourceBase): Promise<SourceFile>
}

export function createSourceFiles(): SourceFiles {
  const inTurn = createTurns()
  const created = new Set<string>()
  /** The sources that were read once: one of them that does not exist was removed. */
  const seen = new Set<string>()
  const read = (live: LiveProject, file: string): SourceFile => {
    const known = live.reports().some(report => report.file === file)
    const path = known ? containedPath(live.project.root, file) : undefined
    if (path === undefined || statsAt(path) === undefined) throw notFound(file)
    const found = readText(path)
    if ('fault' in found) throw new HttpError(422, 'unreadable', `"${file}" ${found.fault}`, { help: found.help })
    const { text } = found
    seen.add(file)
    return { file, text, hash: textHash(text) }
  }
  const readBase = (live: LiveProject, { file, hash }: SourceBase): SourceFile => {
    const path = seen.has(file) ? containedPath(live.project.root, file) : undefined
    if (path !== undefined && statsAt(path) === undefined) throw changedMeanwhile(undefined)
    const source = read(live, file)
    if (source.hash !== hash) throw changedMeanwhile(source)
    return source
  }
  return {
    read,
    readBase,
    edit: (live, base, edit) =>
      inTurn(base.file, async () => {
        const source = readBase(live, base)
        const { file } = source
        const after = await edit(source)
        requireSize(after)
        const path = realPathOf(live, file)
        const isStill = () => path !== undefined && realPathOf(live, file) === path && presentText(path) === source.text
        const isWritten = path !== undefined && isStill() && (await replaceFile(path, after, isStill))
        if (!isWritten) throw changedMeanwhile(readAgain(live, file))
        return { file, hash: textHash(after), inverse: restoreEdits(file, source.text, after) }
      }),
    create: (live, file, text) =>
      inTurn(file, async () => {
        requireSize(text)
        const fault = newSourceFault(file)
        if (fault !== undefined) throw new HttpError(422, 'name', `"${file}" cannot be a new source: ${fault}`)
        const path = containedPath(live.project.root, file)
        const source = path === undefined ? undefined : await live.compiledAs(file, text)
        if (path === undefined || source === undefined) {
          throw new HttpError(422, 'name', `"${file}" cannot be a new source`, { help })
        }
        const before = presentText(path)
        if (before !== undefined) throw changedMeanwhile({ file, text: before, hash: textHash(before) })
        await writeNew(path, text, false)
        created.add(file)
        return { file, hash: textHash(text), inverse: [], isNew: true }
      }),
    remove: (live, base) =>
      inTurn(base.file, async () => {
        const source = readBase(live, base)
        const { file } = source
        const path = containedPath(live.project.root, file)
        if (path === undefined || !created.has(file)) {
          throw new HttpError(422, 'created', `"${file}" was not created by this studio`, {
            help: 'remove it yourself',
          })
        }
        unlinkSync(path)
        created.delete(file)
        return source
      }),
  }

  function readAgain(live: LiveProject, file: string): SourceFile | undefined {
    try {
      return read(live, file)
    } catch {
      return undefined
    }
  }
}

const help = 'a source is named *.scenario.yaml, *.scenario.ts, *.test.yaml or *.test.ts, in the sources folder'

/** The real path of a file of the project; undefined if it does not exist, or leads out of the project. */
function realPathOf({ project }: LiveProject, file: string): string | undefined {
  try {
    const path = containedPath(project.root, file)
    return path === undefined ? undefined : realpathSync(path)
  } catch {
    return undefined
  }
}

function requireSize(text: string): void {
  if (Buffer.byteLength(text) > sourceLimits.fileSize) {
    throw new HttpError(413, 'size', `a source has at most ${sourceLimits.fileSize} bytes`)
  }
}

function notFound(file: string): HttpError {
  return new HttpError(404, 'source', `"${file}" is not a source of the project`)
}

function changedMeanwhile(now: SourceFile | undefined): HttpError {
  const state =
    now === undefined ? { hash: null, text: null } : { hash: now.hash, text: now.text.replace(/^\ufeff/, '') }
  return new HttpError(409, 'changed', 'the file is not what the edit is based on', {
    help: 'look at its present text, and make the edit again',
    ...state,
  })
}

/** Runs the work on each name one after the other. */
function createTurns(): <Value>(name: string, work: () => Promise<Value>) => Promise<Value> {
  const last = new Map<string, Promise<unknown>>()
  return (name, work) => {
    const done = (last.get(name) ?? Promise.resolve()).then(work)
    const settled = done.catch(() => {})
    last.set(name, settled)
    void settled.then(() => {
      if (last.get(name) === settled) last.delete(name)
    })
    return done
  }
}
