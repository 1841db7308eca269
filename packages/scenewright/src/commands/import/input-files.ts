import { lstat, readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { OperationError } from '@scenewright/model'
import { fileFault, requireUtf8 } from '@scenewright/model/file-access'
import { compareText } from '@scenewright/model/text'
import type { Omit } from './imported-bot.ts'

/** The limits of an import: far more than a bot has, and little enough for the memory of a small machine. */
const inputLimits = {
  files: 20_000,
  depth: 20,
  /** Bytes of one file, and of all files that are read. */
  file: 16 * 1024 * 1024,
  total: 128 * 1024 * 1024,
} as const

/** Folders that contain no data of a bot. A name such as `models` may be that of an intent. */
const skipped = new Set(['node_modules', '.git', '.rasa', '.scenewright', '__pycache__'])

/** The file by which Python recognizes a virtual environment, whatever its folder is called. */
const environmentFile = 'pyvenv.cfg'

/** The files to import. */
export interface InputFiles {
  /** The path as the user wrote it. */
  readonly path: string
  readonly isFolder: boolean
  /** Relative to the folder, with forward slashes, sorted; of a single file, its name. */
  readonly names: readonly string[]
  /** The text of a file. An unreadable or too large file is an OperationError. */
  read(name: string): Promise<string>
}

/**
 * Lists the regular files at a path. Links and special files below it are not followed or opened, but recorded as
 * omissions. A missing path, or too many files, is an OperationError. `onRead` is called before each file is read, with
 * the number of files before it.
 */
export async function openInput(
  cwd: string,
  path: string,
  { omit, onRead }: { readonly omit: Omit; readonly onRead: (before: number) => void },
): Promise<InputFiles> {
  const root = resolve(cwd, path)
  const stats = await stat(root).catch((cause: unknown) => {
    throw new OperationError('usage', `cannot read "${path}": ${fileFault(cause)}`, { cause })
  })
  if (!stats.isDirectory() && !stats.isFile()) {
    throw new OperationError('usage', `"${path}" is neither a file nor a folder`)
  }
  const names: string[] = []
  if (stats.isFile()) names.push(basename(root))
  else await listBelow(root, { below: '', depth: 0, names, omit, path })
  let [count, total] = [0, 0]
  const fileOf = (name: string) => (stats.isFile() ? root : join(root, name))
  return {
    path,
    isFolder: stats.isDirectory(),
    names: names.sort(compareText),
    async read(name) {
      onRead(count)
      count += 1
      const text = await readRegularFile(fileOf(name), name)
      total += text.length
      if (total > inputLimits.total) throw tooMuch(path, `the files have more than ${inputLimits.total} characters`)
      return text
    },
  }
}

interface Walk {
  readonly below: string
  readonly depth: number
  readonly names: string[]
  readonly omit: Omit
  readonly path: string
}

async function listBelow(root: string, walk: Walk): Promise<void> {
  const { below, depth, names, omit, path } = walk
  if (depth > inputLimits.depth) throw tooMuch(path, `"${below}" is nested more than ${inputLimits.depth} folders deep`)
  const entries = await readdir(join(root, below), { withFileTypes: true }).catch((cause: unknown) => {
    throw new OperationError('usage', `cannot read "${join(path, below)}": ${fileFault(cause)}`, { cause })
  })
  if (below !== '' && entries.some(({ name }) => name === environmentFile)) return
  for (const entry of entries.sort((a, b) => compareText(a.name, b.name))) {
    const name = `${below}${entry.name}`
    if (entry.isDirectory()) {
      if (!skipped.has(entry.name)) await listBelow(root, { ...walk, below: `${name}/`, depth: depth + 1 })
    } else if (entry.isFile()) {
      names.push(name)
      if (names.length > inputLimits.files) throw tooMuch(path, `it contains more than ${inputLimits.files} files`)
    } else {
      const kind = entry.isSymbolicLink() ? 'a link, which is not followed' : 'not a regular file'
      omit('file', `"${name}" is ${kind}`, { file: name })
    }
  }
}

function tooMuch(path: string, reason: string): OperationError {
  return new OperationError('usage', `"${path}" is too large to import: ${reason}`, {
    help: 'name the folder that contains only the bot',
  })
}

async function readRegularFile(file: string, name: string): Promise<string> {
  try {
    // Reading a named pipe may never end.
    const stats = await lstat(file).then(found => (found.isSymbolicLink() ? stat(file) : found))
    if (!stats.isFile()) throw new Error('it is not a file')
    if (stats.size > inputLimits.file) {
      throw new Error(`it has ${stats.size} bytes; the maximum is ${inputLimits.file}`)
    }
    return requireUtf8(new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file)))
  } catch (cause) {
    throw new OperationError('usage', `cannot read "${name}": ${fileFault(cause)}`, { cause })
  }
}
