import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { compileProject, compileText, openProject, type Project, readProjectText } from '@scenewright/compiler'
import { OperationError } from '@scenewright/model'
import type { Compilation, CompiledSource } from '@scenewright/model/compilation'
import { createSourceKeys } from '../source-keys.ts'
import { type Blobs, readBlobs, type TreeFile } from './read-objects.ts'
import type { Repository } from './repository.ts'

/** A folder into which a part of a commit is written. */
interface Layout {
  /** Writes those that the commit has and that are not written yet, and gives how many these were. */
  write(paths: readonly string[]): Promise<number>
  has(path: string): boolean
  /** Whether what was wanted could not be read. */
  isIncomplete(): boolean
}

const harmless: ReadonlySet<string> = new Set([
  'EEXIST',
  'EINVAL',
  'EISDIR',
  'ENAMETOOLONG',
  'ENOENT',
  'ENOTDIR',
  'EPERM',
])

/** The part of a commit to compile. */
export interface RevisionRequest {
  /** All that the commit has in the repository's folder. */
  readonly tree: ReadonlyMap<string, TreeFile>
  /** The project file's name, whether or not the commit has one. */
  readonly configFile: string
  /** The sources, and what they are known to import. What else they import is found. */
  readonly paths: readonly string[]
}

/**
 * Compiles sources as they are in a commit, under the config that is there. Undefined where they cannot be read, or
 * that config cannot be used. They are laid out in a folder of their own, which is gone afterwards.
 */
export async function compileRevision(
  repository: Repository,
  { tree, configFile, paths }: RevisionRequest,
): Promise<Compilation | undefined> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'scenewright-base-')))
  try {
    const layout = await layOut(repository, tree, folder)
    await layout.write([configFile, ...paths])
    // Without a config of its own the folder would count as a part of a project around it.
    if (!layout.has(configFile)) writeFileSync(join(folder, configFile), '')
    return await compileAll(folder, configFile, layout)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Compiles until no source asks for a file any more that the commit has and the folder has not. */
async function compileAll(folder: string, configFile: string, layout: Layout): Promise<Compilation | undefined> {
  for (;;) {
    const compilation = layout.isIncomplete() ? undefined : await compiled(folder, configFile)
    const imported = compilation?.sources.flatMap(({ dependencies }) => dependencies) ?? []
    if ((await layout.write(imported)) === 0) return compilation
  }
}

async function compiled(folder: string, configFile: string): Promise<Compilation | undefined> {
  try {
    return await compileProject(await openProject({ cwd: folder, configPath: configFile }))
  } catch (error) {
    if (error instanceof OperationError) return undefined
    throw error
  }
}

/**
 * Lays out the folders and the links of a commit below a folder that is new and empty; its files follow when they are
 * asked for. A link that leads out of the folder is left out.
 */
async function layOut(repository: Repository, tree: ReadonlyMap<string, TreeFile>, folder: string): Promise<Layout> {
  // All folders come first: so no file is ever written through a link, whatever a made-up commit holds.
  for (const name of new Set([...tree.keys()].map(path => dirname(path)))) {
    passingOver(() => mkdirSync(join(folder, name), { recursive: true }))
  }
  const links = [...tree.values()].filter(({ isLink }) => isLink)
  const targets = await readBlobs(
    repository,
    links.map(({ id }) => id),
  )
  for (const { path, id } of links) {
    const target = targets.contents.get(id)?.toString('utf8') ?? ''
    if (staysInside(path, target)) passingOver(() => symlinkSync(target, join(folder, path)))
  }
  const written = new Set<string>()
  let isIncomplete = targets.isIncomplete
  return {
    has: path => written.has(path),
    isIncomplete: () => isIncomplete,
    async write(paths) {
      const files = [...new Set(paths)].flatMap(path => (written.has(path) ? [] : (tree.get(path) ?? [])))
      const blobs = await readBlobs(
        repository,
        files.map(({ id }) => id),
      )
      isIncomplete ||= blobs.isIncomplete
      for (const { path, id, isLink } of files) {
        const content = isLink ? undefined : blobs.contents.get(id)
        if (content !== undefined) passingOver(() => writeFileSync(join(folder, path), content, { flag: 'wx' }))
        written.add(path)
      }
      return files.length
    },
  }
}

function staysInside(path: string, target: string): boolean {
  const end = posix.join(posix.dirname(path), target)
  return target !== '' && !target.startsWith('/') && end !== '..' && !end.startsWith('../')
}

/** Two names of a commit may be one on this system, and a name may be one that it does not have. */
function passingOver(write: () => void): void {
  try {
    write()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (!harmless.has(String(code))) throw error
  }
}

/** The part of a commit to compile under the current config. */
interface TextRequest extends RevisionRequest {
  readonly project: Project
  readBlobs(ids: readonly string[]): Promise<Blobs>
}

/**
 * Compiles sources of a commit without writing them anywhere. Undefined where that cannot tell what they come to: one
 * may import others, links give some a second name, or another config was there.
 */
export async function compileTexts({
  tree,
  configFile,
  paths,
  project,
  readBlobs,
}: TextRequest): Promise<readonly CompiledSource[] | undefined> {
  const keyOf = createSourceKeys(project)
  const files = paths.flatMap(path => tree.get(path) ?? [])
  const config = tree.get(configFile)
  if (keyOf === undefined || files.some(({ path }) => !/\.ya?ml$/.test(path)) || hasLinks(tree)) return undefined
  const wanted = config === undefined ? files : [...files, config]
  const { contents, isIncomplete } = await readBlobs(wanted.map(({ id }) => id))
  const textOf = ({ id }: TreeFile) => plainText(contents.get(id))
  if (isIncomplete || (config === undefined ? '' : textOf(config)) !== configAtHand(project)) return undefined
  const sources: CompiledSource[] = []
  for (const file of files) {
    const key = keyOf(file.path)
    if (key === undefined) continue
    const text = textOf(file)
    // The reader of files reports what is not text.
    if (text === undefined) return undefined
    sources.push(await compileText({ file: file.path, key, text }))
  }
  return sources
}

function hasLinks(tree: ReadonlyMap<string, TreeFile>): boolean {
  for (const { isLink } of tree.values()) if (isLink) return true
  return false
}

function configAtHand({ root, configFile }: Project): string {
  return configFile === null ? '' : readProjectText(root, configFile)
}

/** Undefined where it does not exist, or not written as nearly every source is: UTF-8 without a mark in front. */
function plainText(content: Buffer | undefined): string | undefined {
  const text = content?.toString('utf8')
  return text === undefined || text.includes('\ufffd') || text.startsWith('\ufeff') ? undefined : text
}
