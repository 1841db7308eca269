import type { Rename, SourceReport } from '@scenewright/checker'
import { compileProject, isSourceName, type Project } from '@scenewright/compiler'
import { type CompiledScenario, compareText, payloadHash } from '@scenewright/model'
import { gitName } from './changed-files.ts'
import { readTree } from './read-objects.ts'
import { compileRevision } from './read-revision.ts'
import type { Repository } from './repository.ts'

/** What the scenarios of the base, held against those of now, mean for what did not change itself. */
export interface Comparison {
  readonly renames: readonly Rename[]
  /** Rules whose findings anywhere may follow from what is gone. */
  readonly everywhere: readonly string[]
}

/** A project, and what of it has changed since a commit. */
export interface ChangedProject {
  readonly project: Project
  readonly reports: readonly SourceReport[]
  readonly commit: string
  /** The project file's name, whether or not there is one. */
  readonly configFile: string
  readonly isChanged: (file: string) => boolean
  /** The sources that have changed, or import what has. */
  readonly files: ReadonlySet<string>
}

/**
 * Compares the scenarios of changed sources with what stood there at the commit. Undefined where that cannot be read. A
 * scenario whose source is as it was then, with all that it imports and the config, is not compiled.
 */
export async function compareWithBase(
  repository: Repository,
  changes: ChangedProject,
): Promise<Comparison | undefined> {
  const paths = await pathsAtBase(repository, changes)
  if (paths.sources === 0) return { renames: [], everywhere: [] }
  const past = await compileRevision(repository, { ...paths, configFile: changes.configFile })
  if (past === undefined) return undefined
  const before = past.sources.flatMap(({ scenarios }) => scenarios)
  const gone = before.filter(({ key }) => !keysOf(changes.reports).has(key))
  return {
    renames: gone.length === 0 ? [] : await findRenames(gone, before, changes),
    everywhere: concerned(gone, before, changes.reports),
  }
}

async function pathsAtBase(repository: Repository, changes: ChangedProject) {
  const { project, reports, commit, configFile, isChanged, files } = changes
  const { files: tree } = await readTree(repository, commit)
  const touched = reports.filter(({ file }) => files.has(file))
  const current = new Set(touched.map(({ file }) => gitName(project.root, file)))
  // Another config may name other folders, and so give other keys to files that are the same.
  const isAll = isChanged(configFile)
  const sources = [...tree.keys()].filter(path => isSourceName(path) && (isAll || isChanged(path) || current.has(path)))
  const imported = touched.flatMap(({ dependencies = [] }) => dependencies)
  return { tree, sources: sources.length, paths: [...sources, ...imported] }
}

/** With those of sources that do not bind: what such a one holds is not gone. */
function keysOf(reports: readonly SourceReport[]): ReadonlySet<string> {
  return new Set(
    reports.flatMap(({ key, isBound, scenarios }) => [...scenarios.map(each => each.key), ...(isBound ? [] : [key])]),
  )
}

/** A new scenario is an old one if it has the very same content. Each is taken once, in the order of the keys. */
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

/** What other sources say of a scenario or a node may be wrong once that is gone, or does not start any more. */
function concerned(
  gone: readonly CompiledScenario[],
  before: readonly CompiledScenario[],
  reports: readonly SourceReport[],
): readonly string[] {
  const now = new Map(reports.flatMap(({ scenarios }) => scenarios.map(each => [each.key, each] as const)))
  const isOther = ({ key, isActive }: CompiledScenario) => (now.get(key)?.isActive ?? isActive) !== isActive
  if (gone.length > 0 || before.some(isOther)) return ['trigger/*', 'test/*', 'project/unused-suppression']
  const hasLess = ({ key, document }: CompiledScenario) => {
    const nodes = new Set(now.get(key)?.nodes)
    return now.has(key) && document.scenario.definition.nodes.some(({ id }) => !nodes.has(id))
  }
  return before.some(hasLess) ? ['test/*'] : []
}

function byKey(a: CompiledScenario, b: CompiledScenario): number {
  return compareText(a.key, b.key)
}
