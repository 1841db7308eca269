import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { compileProject, compileText, openProject, type Project, readProjectText } from '@scenewright/compiler'
import { OperationError } from '@scenewright/model'
import type { Compilation, CompiledSource } from '@scenewright/model/compilation'
import { createSourceKeys } from '../source-keys.ts'
import { followLinks, readLinks } from './links.ts'
import { type Blobs, readBlobs, type TreeFile } from './read-objects.ts'
import type { Repository } from './repository.ts'

/** A folder into which a part of a commit is written. */
interface Layout {
  /**
   * Writes the requested files that the commit contains, and those that links there lead to, as far as they are not
   * written yet, and returns their number.
   */
  write(paths: readonly string[]): Promise<number>
  has(path: string): boolean
  /** Whether a requested file could not be read. */
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
  /** The contents of the commit in the repository's folder. */
  readonly tree: ReadonlyMap<string, TreeFile>
  /** The project file's name, whether or not the commit has one. */
  readonly configFile: string
  /** The sources, and their known imports. Further imports are found. */
  readonly paths: readonly string[]
}

/**
 * Compiles sources as they are in a commit, with that commit's config. Undefined if they cannot be read, or that config
 * cannot be used. They are written to a temporary folder, which is deleted afterwards.
 */
export async function compileRevision(
  repository: Repository,
  { tree, configFile, paths }: RevisionRequest,
): Promise<Compilation | undefined> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'scenewright-base-')))
  try {
    const layout = await layOut(repository, tree, folder)
    await layout.write([configFile, ...paths])
    // Without its own config, the folder would belong to a surrounding project.
    if (!layout.has(configFile)) writeFileSync(join(folder, configFile), '')
    return await compileAll(folder, configFile, layout)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Compiles until no source requests a file that is in the commit but not yet in the folder. */
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
 * Creates the folders and links of a commit below a new, empty folder; its files follow on demand. Links that lead out
 * of the folder are left out.
 */
async function layOut(repository: Repository, tree: ReadonlyMap<string, TreeFile>, folder: string): Promise<Layout> {
  // All folders come first, so that no file is ever written through a link, even for a crafted commit.
  for (const name of new Set([...tree.keys()].map(path => dirname(path)))) {
    passingOver(() => mkdirSync(join(folder, name), { recursive: true }))
  }
  const links = await readLinks(tree, ids => readBlobs(repository, ids))
  for (const [path, target] of links ?? []) {
    passingOver(() => symlinkSync(posix.relative(posix.dirname(path), target) || '.', join(folder, path)))
  }
  const written = new Set<string>()
  let isIncomplete = links === undefined
  return {
    has: path => written.has(path),
    isIncomplete: () => isIncomplete,
    async write(paths) {
      const wanted = paths.flatMap(path => (links === undefined ? [path] : [path, followLinks(links, path)]))
      const files = [...new Set(wanted)].flatMap(path => (written.has(path) ? [] : (tree.get(path) ?? [])))
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

/** Two names of a commit may be the same on this system, or not allowed on it. */
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
 * Compiles sources of a commit without writing them anywhere. Undefined if that does not suffice: one may import
 * others, links create a second name, or the config was different.
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
    sources.push(await compileText({ file: file.path, key, text }, project.config))
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

/** Undefined if it does not exist, or is not in the usual form of sources: UTF-8 without a byte order mark. */
function plainText(content: Buffer | undefined): string | undefined {
  const text = content?.toString('utf8')
  return text === undefined || text.includes('\ufffd') || text.startsWith('\ufeff') ? undefined : text
}
