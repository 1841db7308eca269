import type { ProjectSubject } from '../context.ts'
import type { SourceReport } from '../source-report.ts'

/** A scenario that a test can refer to. */
interface KnownScenario {
  readonly file: string
  readonly isActive: boolean
  /** The ids of its nodes. */
  readonly nodes: readonly string[]
}

/** The keys and nodes of a project's scenarios that tests can refer to. */
export interface KnownScenarios {
  readonly byKey: ReadonlyMap<string, KnownScenario>
  /** The ids of all nodes. */
  nodes(): ReadonlySet<string>
  /** Whether every source of scenarios binds, so that there are no other keys or nodes. */
  readonly isAll: boolean
  /** The present keys of the scenarios with a former key (`renamed_from`): several if it is not unique. */
  readonly renamed: ReadonlyMap<string, ReadonlySet<string>>
  /** Whether a source that does not bind is at the path of the scenario with that key. */
  mayHide(key: string): boolean
}

/** Collects them. If scenarios have the same key, which is reported elsewhere, the first one is used. */
export function knownScenarios({ reports }: Pick<ProjectSubject, 'reports'>): KnownScenarios {
  const byKey = new Map<string, KnownScenario>()
  const renamed = new Map<string, Set<string>>()
  for (const { file, scenarios } of reports) {
    for (const { key, isActive, renamedFrom, nodes: ids } of scenarios) {
      if (renamedFrom !== undefined) renamed.set(renamedFrom, (renamed.get(renamedFrom) ?? new Set()).add(key))
      if (!byKey.has(key)) byKey.set(key, { file, isActive, nodes: ids })
    }
  }
  const unbound = reports.filter(({ isBound, tests }) => !isBound && tests === undefined)
  let nodes: ReadonlySet<string> | undefined
  let hidden: { readonly keys: ReadonlySet<string>; readonly paths: ReadonlySet<string> } | undefined
  return {
    byKey,
    // Collected on demand: few tests walk through a scenario that they do not name, and an editor checks every key.
    nodes() {
      nodes ??= new Set(reports.flatMap(({ scenarios }) => scenarios.flatMap(each => each.nodes)))
      return nodes
    },
    renamed,
    isAll: unbound.length === 0,
    mayHide(key) {
      hidden ??= { keys: new Set(unbound.map(report => report.key)), paths: new Set(unbound.flatMap(pathsOf)) }
      const { keys, paths } = hidden
      const folders = key.split('/')
      // The scenarios of a file that exports several have keys below the file's own path.
      return keys.has(key) || folders.some((_, index) => paths.has(folders.slice(0, index + 1).join('/')))
    },
  }
}

/** The path of a file without its suffix, from any of its folders on. */
function pathsOf({ file }: SourceReport): readonly string[] {
  const folders = file.replace(/\.scenario\.\w+$/, '').split('/')
  return folders.map((_, index) => folders.slice(index).join('/'))
}
