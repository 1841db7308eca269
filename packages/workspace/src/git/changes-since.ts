import { normalize } from 'node:path'
import type { Only, Rename, SourceReport } from '@scenewright/checker'
import { compileProject, isSourceName, type Project } from '@scenewright/compiler'
import type { LocalGitSetting } from '@scenewright/git'
import { payloadHash } from '@scenewright/model/canonical-json'
import type { CompiledScenario } from '@scenewright/model/compilation'
import { withForwardSlashes } from '@scenewright/model/system'
import { compareText, count } from '@scenewright/model/text'
import { createSourceKeys } from '../source-keys.ts'
import { changedFiles, gitName, matchChanges } from './changed-files.ts'
import { type Base, findBase } from './find-base.ts'
import { readTree, type TreeFile } from './read-objects.ts'
import { compileRevision } from './read-revision.ts'
import { openRepository, type Repository } from './repository.ts'

/** The base of a comparison. */
export interface ChangesRequest extends Omit<LocalGitSetting, 'folder'> {
  readonly project: Project
  /** Of all sources of the project. */
  readonly reports: readonly SourceReport[]
  /** The base to compare with; the default branch if not given. */
  readonly base?: string
  /** The working folder, to recognize a path that was given as a base. */
  readonly cwd: string
}

/** The changes since the current work left its base. */
export interface ChangesSinceBase {
  /** The part of the project that the changes affect; the whole project if undefined. */
  readonly only: Only | undefined
  readonly renames: readonly Rename[]
  /** Notes for the user, one line each. */
  readonly notes: readonly string[]
}

/** Finds the changes since the base. If git cannot find them, rejects with an OperationError with advice. */
export async function changesSince(request: ChangesRequest): Promise<ChangesSinceBase> {
  const { project, reports } = request
  const repository = await openRepository({ ...request, folder: project.root })
  const base = await findBase(repository, request)
  const changed = await changedFiles(repository, base.commit)
  if (changed.size === 0) return { only: { files: new Set() }, renames: [], notes: [noChanges(base)] }
  const isChanged = matchChanges(project.root, changed)
  const touched = reports.filter(({ file, dependencies = [] }) => [file, ...dependencies].some(isChanged))
  const files = new Set(touched.map(({ file }) => file))
  const configFile = project.configFile ?? 'scenewright.config.yaml'
  const { commit } = base
  const changes = { project, reports, commit, configFile, changed, isChanged, files }
  const comparison = await compareWithBase(repository, changes)
  const decisive = settingsOf(project, configFile).find(isChanged)
  return {
    only: decisive === undefined ? limitTo(files, comparison) : undefined,
    renames: comparison?.renames ?? [],
    notes: writeNotes({ base, decisive, files: files.size, comparison }),
  }
}

/** The files that every finding may depend on. */
function settingsOf({ config }: Project, configFile: string): readonly string[] {
  const { custom_rules: customRules } = config
  return [configFile, ...(customRules === undefined ? [] : [withForwardSlashes(normalize(customRules))])]
}

const all: readonly string[] = ['trigger/*', 'test/*', 'project/*']

function limitTo(files: ReadonlySet<string>, comparison: Comparison | undefined): Only {
  return { files, withRelated: true, everywhere: comparison?.everywhere ?? all }
}

interface NoteFacts {
  readonly base: Base
  readonly decisive: string | undefined
  readonly files: number
  readonly comparison: Comparison | undefined
}

function writeNotes({ base, decisive, files, comparison }: NoteFacts): readonly string[] {
  const unread = `the sources at ${nameOf(base)} cannot be read, so renames are not detected`
  const isNothing = decisive === undefined && files === 0 && comparison?.everywhere.length === 0
  return [
    ...(comparison === undefined ? [unread] : []),
    ...(decisive === undefined
      ? []
      : [`"${decisive}" has changed since ${nameOf(base)}, so the whole project is shown`]),
    ...(isNothing ? [noChanges(base)] : []),
    ...(decisive === undefined && files > 0
      ? [`${count(files, 'file')} affected by changes since ${nameOf(base)}`]
      : []),
  ]
}

function noChanges(base: Base): string {
  return `no changes since ${nameOf(base)}`
}

function nameOf({ name, commit }: Base): string {
  return `${name} (${commit.slice(0, 8)})`
}

/** The effects on unchanged sources, from comparing the scenarios of the base with the current ones. */
interface Comparison {
  readonly renames: readonly Rename[]
  /** Rules whose findings anywhere may follow from removed scenarios or nodes. */
  readonly everywhere: readonly string[]
}

/** A project, and its changes since a commit. */
interface ChangedProject {
  readonly project: Project
  readonly reports: readonly SourceReport[]
  readonly commit: string
  /** The project file's name, whether or not there is one. */
  readonly configFile: string
  /** The names of the files that git lists. */
  readonly changed: ReadonlySet<string>
  readonly isChanged: (file: string) => boolean
  /** The sources that have changed, or that import changed files. */
  readonly files: ReadonlySet<string>
}

/**
 * Compares the scenarios of changed sources with those at the commit. Undefined if the commit cannot be read. A
 * scenario whose source, imports and config are unchanged is not compiled.
 */
async function compareWithBase(repository: Repository, changes: ChangedProject): Promise<Comparison | undefined> {
  const { files: tree, modules } = await readTree(repository, changes.commit)
  const removed = mayLackScenarios(modules, changes) ? afterRemoval : []
  const paths = pathsAtBase(tree, changes)
  if (paths.sources === 0) return { renames: [], everywhere: removed }
  const past = await compileRevision(repository, { ...paths, configFile: changes.configFile })
  if (past === undefined) return undefined
  const before = past.sources.flatMap(({ scenarios }) => scenarios)
  const gone = before.filter(({ key }) => !keysOf(changes.reports).has(key))
  return {
    renames: gone.length === 0 ? [] : await findRenames(gone, before, changes),
    everywhere: removed.length > 0 ? removed : concerned(gone, before, changes.reports),
  }
}

/** Whether a submodule has changed that may have contained scenarios at the base, which only pins its commit. */
function mayLackScenarios(modules: ReadonlyMap<string, string>, { project, changed }: ChangedProject): boolean {
  const keyOf = createSourceKeys(project)
  const isInSources = (path: string) => keyOf === undefined || keyOf(`${path}/x.scenario.yaml`) !== undefined
  return [...modules.keys()].some(path =>
    [...changed].some(file => {
      if (file === path || file === `${path}/`) return isInSources(path)
      return file.startsWith(`${path}/`) && isSourceName(file)
    }),
  )
}

function pathsAtBase(tree: ReadonlyMap<string, TreeFile>, changes: ChangedProject) {
  const { project, reports, configFile, changed, isChanged, files } = changes
  const touched = reports.filter(({ file }) => files.has(file))
  const current = new Set(touched.map(({ file }) => gitName(project.root, file)))
  // Another config may have other folders, and so assign other keys to unchanged files; another link leads to others.
  const isOtherLink = ({ path, isLink }: TreeFile) => isLink && changed.has(path.normalize('NFC'))
  const isAll = isChanged(configFile) || [...tree.values()].some(isOtherLink)
  const sources = [...tree.keys()].filter(path => isSourceName(path) && (isAll || isChanged(path) || current.has(path)))
  const imported = touched.flatMap(({ dependencies = [] }) => dependencies)
  return { tree, sources: sources.length, paths: [...sources, ...imported] }
}

/** Including those of sources that do not bind: their contents were not removed. */
function keysOf(reports: readonly SourceReport[]): ReadonlySet<string> {
  return new Set(
    reports.flatMap(({ key, isBound, scenarios }) => [...scenarios.map(each => each.key), ...(isBound ? [] : [key])]),
  )
}

/** A new scenario is an old one if it has exactly the same content. Each is matched once, in the order of the keys. */
async function findRenames(
  gone: readonly CompiledScenario[],
  before: readonly CompiledScenario[],
  { project, reports, files }: ChangedProject,
): Promise<readonly Rename[]> {
  const keys = new Set(before.map(({ key }) => key))
  const withNew = reports.filter(
    ({ file, scenarios }) => files.has(file) && scenarios.some(({ key }) => !keys.has(key)),
  )
  if (withNew.length === 0) return []
  const { sources } = await compileProject(project, { paths: withNew.map(({ file }) => file) })
  const added = sources.flatMap(({ scenarios }) => scenarios.filter(({ key }) => !keys.has(key)))
  const free = new Map([...added].sort(byKey).map(each => [each.key, payloadHash(each.document)]))
  return [...gone].sort(byKey).flatMap(({ key: from, document }) => {
    const hash = payloadHash(document)
    const [to] = [...free].find(([, other]) => other === hash) ?? []
    if (to === undefined) return []
    free.delete(to)
    return [{ from, to }]
  })
}

/** The rules whose findings in other sources depend on which scenarios there are. */
const afterRemoval: readonly string[] = ['trigger/*', 'test/*', 'project/unused-suppression']

/**
 * The rules whose findings in other sources may change because a scenario or node was removed, or a scenario was
 * activated or deactivated.
 */
function concerned(
  gone: readonly CompiledScenario[],
  before: readonly CompiledScenario[],
  reports: readonly SourceReport[],
): readonly string[] {
  const now = new Map(reports.flatMap(({ scenarios }) => scenarios.map(each => [each.key, each] as const)))
  const isOther = ({ key, isActive }: CompiledScenario) => (now.get(key)?.isActive ?? isActive) !== isActive
  if (gone.length > 0 || before.some(isOther)) return afterRemoval
  const hasLess = ({ key, document }: CompiledScenario) => {
    const nodes = new Set(now.get(key)?.nodes)
    return now.has(key) && document.scenario.definition.nodes.some(({ id }) => !nodes.has(id))
  }
  return before.some(hasLess) ? ['test/*'] : []
}

function byKey(a: CompiledScenario, b: CompiledScenario): number {
  return compareText(a.key, b.key)
}
