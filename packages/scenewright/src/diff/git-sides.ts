import { isSourceName, type Project, sourcesAt } from '@scenewright/compiler'
import { OperationError } from '@scenewright/model'
import type { Invocation } from '../command.ts'
import { changedBetween, changedFiles } from '../git/changed-files.ts'
import { compileTexts } from '../git/compile-texts.ts'
import { type Base, type BaseQuestion, findBase, namedCommit } from '../git/find-base.ts'
import { importersOf } from '../git/importers.ts'
import { matchChanges } from '../git/match-changes.ts'
import { compileRevision } from '../git/read-revision.ts'
import { readTree } from '../git/read-tree.ts'
import { openRepository, type Repository } from '../git/repository.ts'
import { type CompileOptions, openTestedSources } from '../project.ts'
import { boundScenarios } from './bound-scenarios.ts'
import { compileSources } from './compile-sources.ts'
import { holdsScenarios } from './holds-scenarios.ts'
import { type Side, type Sides, wholeSides } from './sides.ts'

/** What is compared of a project's history. */
export interface Revisions {
  /** The default branch where none is named. */
  readonly base?: string
  /** The files as they lie there now where none is named. */
  readonly head?: string
  /** Whether the base itself is meant, and not where the head left it. */
  readonly isExact: boolean
}

/**
 * Reads the scenarios of two revisions, as far as their sources differ, or import what does: what is left out is the
 * same on both sides. What git or a source stands in the way of is an OperationError.
 */
export async function gitSides(
  invocation: Invocation,
  options: CompileOptions,
  project: Project,
  revisions: Revisions,
): Promise<Sides> {
  const { env, signal, cwd } = invocation
  const repository = await opened({ env, signal, folder: project.root })
  const question: BaseQuestion = { ...revisions, cwd, asking }
  const [head, base] = await Promise.all([
    revisions.head === undefined ? undefined : namedCommit(repository, revisions.head, question),
    findBase(repository, question),
  ])
  const files = await (head
    ? changedBetween(repository, base.commit, head.commit)
    : changedFiles(repository, base.commit))
  const work = { invocation, project, repository, files }
  const [before, after] = await Promise.all([
    revisionSide(work, base),
    head === undefined ? workingSide(work) : revisionSide(work, head),
  ])
  const sides = { base: before, head: after }
  return {
    ...sides,
    whole: async () => {
      const { scenarios, tests } =
        head === undefined ? await openTestedSources(invocation, options) : await wholeRevision(work, head)
      return wholeSides(sides, scenarios, tests)
    },
  }
}

const asking: NonNullable<BaseQuestion['asking']> = {
  where: 'diff takes a revision',
  written: base => `scenewright diff ${base}`,
  forPath: path => `two files or folders are compared: scenewright diff ${path} <the other>`,
  without: 'commit what there is, and compare what comes after it',
}

async function opened(setting: Parameters<typeof openRepository>[0]): Promise<Repository> {
  try {
    return await openRepository(setting)
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    throw new OperationError(error.code, error.message, {
      help: 'revisions are asked of git; without it two files or folders can be compared: scenewright diff old new',
      cause: error,
    })
  }
}

interface Work {
  readonly invocation: Invocation
  readonly project: Project
  readonly repository: Repository
  /** The names of all files that differ. */
  readonly files: ReadonlySet<string>
}

async function revisionSide(work: Work, base: Base): Promise<Side> {
  const { invocation, project, repository, files } = work
  const name = `${base.name} (${base.commit.slice(0, 8)})`
  const tree = await readTree(repository, base.commit)
  const isTouched = await touched(work, base.commit, file => files.has(file.normalize('NFC')))
  const paths = [...tree.keys()].filter(path => isTouched(path) && holdsScenarios(path))
  if (paths.length === 0) return { name, scenarios: [] }
  const request = { tree, configFile: configOf(project), paths }
  const sources =
    (await compileTexts(repository, { ...request, project })) ?? (await compileRevision(repository, request))?.sources
  invocation.signal.throwIfAborted()
  if (sources !== undefined) return { name, scenarios: boundScenarios(invocation, { name, sources }) }
  throw new OperationError('sources', `what stood at ${name} cannot be read`, {
    help: repository.isShallow
      ? 'this clone holds a part of the history alone: in CI fetch all of it (fetch-depth: 0)'
      : 'its config may be one that this version does not take, or parts of the clone are missing: git fetch',
  })
}

async function wholeRevision({ invocation, project, repository }: Work, head: Base) {
  const tree = await readTree(repository, head.commit)
  const paths = [...tree.keys()].filter(isSourceName)
  const compiled = await compileRevision(repository, { tree, configFile: configOf(project), paths })
  invocation.signal.throwIfAborted()
  const sources = compiled?.sources ?? []
  const scenarios = boundScenarios(invocation, { name: head.name, sources })
  return { scenarios, tests: sources.flatMap(source => source.tests ?? []) }
}

async function workingSide(work: Work): Promise<Side> {
  const { invocation, project, files } = work
  const name = 'the working files'
  const isTouched = await touched(work, undefined, matchChanges(project.root, files))
  const paths = [...sourcesAt(project, [])].filter(file => holdsScenarios(file) && isTouched(file))
  if (paths.length === 0) return { name, scenarios: [] }
  return { name, scenarios: boundScenarios(invocation, { name, sources: await compileSources(project, paths) }) }
}

/** Tells the sources whose scenarios may differ. With another config all may. */
async function touched(
  { project, repository, files }: Work,
  commit: string | undefined,
  isChanged: (file: string) => boolean,
): Promise<(file: string) => boolean> {
  if (files.has(configOf(project))) return () => true
  const modules = [...files].filter(file => file.endsWith('.ts'))
  if (modules.length === 0) return isChanged
  const importers = await importersOf(repository, commit, modules)
  return file => isChanged(file) || importers.has(file)
}

function configOf({ configFile }: Project): string {
  return configFile ?? 'scenewright.config.yaml'
}
