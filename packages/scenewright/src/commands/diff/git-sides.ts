import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { isSourceName, type Project, sourcesAt } from '@scenewright/compiler'
import { OperationError } from '@scenewright/model'
import {
  type CompileOptions,
  isNothingFound,
  nothingFound,
  openTestedSources,
  type TestedProject,
} from '@scenewright/workspace'
import {
  type Base,
  type BaseRequest,
  changedFiles,
  createBlobReader,
  findBase,
  findDifferingModules,
  findDifferingPaths,
  findFilesWithWords,
  findFork,
  matchChanges,
  namedCommit,
  openRepository,
  type Repository,
  readLinks,
} from '@scenewright/workspace/git'
import type { Invocation } from '../../shell/command.ts'
import { boundScenarios, compileSources } from './bound-scenarios.ts'
import { openRevision, type Revision, revisionSide, wholeRevision } from './revision-side.ts'
import { settingsAt, settingsNow, textAt } from './side-settings.ts'
import { type Side, type Sides, wholeSides } from './sides.ts'
import { isNamedBy, keyTexts, type PartialSide, withSoleKeys } from './sole-keys.ts'
import { holdsScenarios } from './source-folder.ts'
import { configNameOf, touchedSources, type Work } from './touched-sources.ts'

/** The revisions of a project to compare. */
export interface Revisions {
  /** By default, the default branch. */
  readonly base?: string
  /** By default, the files of the working tree. */
  readonly head?: string
  /** Whether to compare with the base itself instead of the merge base. */
  readonly isExact: boolean
  /** By default, advice for the command line. */
  readonly advice?: RevisionAdvice
}

/** What to do about a problem, for help: it depends on where revisions are entered. */
export interface RevisionAdvice extends NonNullable<BaseRequest['syntax']> {
  readonly withoutGit: string
  /** Help for sources of the working tree that do not compile; by default, their errors are on standard error. */
  readonly broken?: string
}

/**
 * Reads the scenarios of two revisions whose sources differ, or import files that differ: all others are equal on both
 * sides. Problems with git or a source are an OperationError. So is a folder that has no project in either revision or
 * in the working tree.
 */
export async function gitSides(
  invocation: Invocation,
  options: CompileOptions,
  project: Project,
  revisions: Revisions,
): Promise<Sides> {
  const { env, signal, cwd } = invocation
  const { advice = commandAdvice } = revisions
  const repository = await opened({ env, signal, folder: project.root }, advice)
  const commits = await resolveCommits(repository, { ...revisions, cwd, syntax: advice })
  const [base, head, changed] = await Promise.all([
    openRevision(repository, commits.base),
    commits.head && openRevision(repository, commits.head),
    commits.head ? new Set<string>() : changedFiles(repository, commits.base.commit),
  ])
  if (![base, head, undefined].some(revision => hasProject(project, revision))) throw nothingFound(project, [])
  const differing = head ? findDifferingPaths(base.tree, head.tree) : changed
  const readBlobs = createBlobReader(repository)
  const links = hasOtherLink(project, differing, [base, head]) ? undefined : await readLinks(base.tree.files, readBlobs)
  const work = { invocation, project, repository, files: differing, links, readBlobs }
  const [before, after, ...files] = await Promise.all([
    revisionSide(work, base),
    head === undefined ? workingSide(work, advice) : revisionSide(work, head),
    projectFiles(work, base),
    projectFiles(work, head),
  ])
  const { notes, ...scenarios } = await withSoleKeys({ base: before, head: after })
  const sides = { base: { ...scenarios.base, ...files[0] }, head: { ...scenarios.head, ...files[1] } }
  const modules = head === undefined ? modulesNow(base, differing) : modulesThen(base, head)
  return {
    ...sides,
    notes: [...notes, ...modules, ...nothingThere(work, sides)],
    whole: async () => {
      const { scenarios, tests } =
        head === undefined ? await wholeWorkingTree(invocation, options) : await wholeRevision(work, head)
      return wholeSides(sides, scenarios, tests)
    },
  }
}

/** All scenarios and tests of the working tree; none if all of its sources were removed. */
async function wholeWorkingTree(
  ...given: Parameters<typeof openTestedSources>
): Promise<Pick<TestedProject, 'scenarios' | 'tests'>> {
  try {
    return await openTestedSources(...given)
  } catch (error) {
    if (isNothingFound(error)) return { scenarios: [], tests: [] }
    throw error
  }
}

/** Whether a side has a project in this folder: a config, or sources where they are by default. */
function hasProject(project: Project, revision: Revision | undefined): boolean {
  if (revision === undefined) return project.configFile !== null || sourcesAt(project, []).size > 0
  const { files } = revision.tree
  if (files.has(configNameOf(project)) || files.get('scenarios')?.isLink === true) return true
  return [...files.keys()].some(file => file.startsWith('scenarios/') && isSourceName(file))
}

/** The project file of a side, and a reader of the files next to it. Without a project, no setting differs. */
async function projectFiles(work: Work, revision: Revision | undefined): Promise<Pick<Side, 'settings' | 'readFile'>> {
  if (!hasProject(work.project, revision)) return {}
  if (revision !== undefined) {
    return { settings: await settingsAt(work, revision), readFile: name => textAt(work, revision, name) }
  }
  return { settings: await settingsNow(work.project) }
}

/** For a project that was moved to another folder: git has its former files there. */
function nothingThere({ project, files }: Work, { base, head }: Sides): readonly string[] {
  // With another config, all sources are compared.
  const isNew = files.has(configNameOf(project)) && base.scenarios.length === 0 && head.scenarios.length > 0
  return isNew ? [`${base.name} has no scenarios in this folder: if the project was moved, all of them seem new`] : []
}

/** Whether one of the changed files is or was a link; without a head, the other side is the working tree. */
function hasOtherLink(
  { root }: Project,
  changed: ReadonlySet<string>,
  [base, head]: readonly [Revision, Revision | undefined],
): boolean {
  const files = [...base.tree.files.values(), ...(head?.tree.files.values() ?? [])]
  const links = new Set(files.flatMap(({ path, isLink }) => (isLink ? [path.normalize('NFC')] : [])))
  const isLinkNow = (file: string) => lstatSync(join(root, file), { throwIfNoEntry: false })?.isSymbolicLink() === true
  return [...changed].some(file => links.has(file) || (head === undefined && isLinkNow(file)))
}

/** For two commits: without a note, there would seem to be no differences. */
function modulesThen(base: Revision, head: Revision): readonly string[] {
  return findDifferingModules(base.tree, head.tree).map(
    path => `the submodule "${path}" is at another commit, but is not compared: run diff inside it`,
  )
}

/** For the files of the working tree: what has changed seems new, and what was removed seems never to have existed. */
function modulesNow({ tree, name }: Revision, files: ReadonlySet<string>): readonly string[] {
  const changed = [...tree.modules.keys()].filter(path => [...files].some(file => `${file}/`.startsWith(`${path}/`)))
  return changed.map(
    path =>
      `the submodule "${path}" has changed since ${name}, but is not compared: changed scenarios seem new, and removed ones are not shown; run diff inside it`,
  )
}

/** The commits to compare; for the files of the working tree, there is no head. */
async function resolveCommits(
  repository: Repository,
  question: BaseRequest,
): Promise<{ readonly base: Base; readonly head?: Base }> {
  const { base, head, isExact = false } = question
  if (head === undefined) return { base: await findBase(repository, question) }
  const fork = base === undefined || isExact ? undefined : await findFork(repository, base, head)
  if (fork !== undefined) return fork
  return { head: await namedCommit(repository, head, question), base: await findBase(repository, question) }
}

const commandAdvice: RevisionAdvice = {
  where: 'diff needs a revision',
  written: base => `scenewright diff ${base}`,
  forPath: path => `to compare two files or folders: scenewright diff ${path} <the other>`,
  without: 'commit the present state, and compare later changes with it',
  withoutGit: 'revisions require git; without it, compare two files or folders: scenewright diff old new',
}

async function opened(
  setting: Parameters<typeof openRepository>[0],
  { withoutGit }: RevisionAdvice,
): Promise<Repository> {
  try {
    return await openRepository(setting)
  } catch (error) {
    // The advice of a repository that git refuses is the same with and without revisions.
    if (!(error instanceof OperationError) || error.help?.includes('safe.directory') === true) throw error
    throw new OperationError(error.code, error.message, { help: withoutGit, cause: error })
  }
}

async function workingSide(work: Work, { broken: help }: RevisionAdvice): Promise<PartialSide> {
  const { invocation, project, repository } = work
  const name = 'the working files'
  const isTouched = await touchedSources(work, undefined, changed => matchChanges(project.root, changed))
  const all = [...sourcesAt(project, [])].filter(holdsScenarios)
  const paths = all.filter(isTouched)
  const sources = await compileSources(project, paths)
  return {
    name,
    scenarios: boundScenarios(invocation, { name, sources, ...(help !== undefined && { help }) }),
    async holdersOf(keys) {
      const naming = new Set(await findFilesWithWords(repository, undefined, keyTexts(keys)))
      const isNamed = isNamedBy(keys)
      return compileSources(
        project,
        all.filter(file => !isTouched(file) && (isNamed(file) || naming.has(file))),
      )
    },
  }
}
