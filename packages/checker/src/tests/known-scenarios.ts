import type { ProjectSubject } from '../context.ts'
import type { SourceReport } from '../source-report.ts'

/** A scenario that a test can name. */
interface KnownScenario {
  readonly file: string
  readonly isActive: boolean
  /** The ids of its nodes. */
  readonly nodes: ReadonlySet<string>
}

/** The keys and nodes of a project's scenarios that a test can name. */
export interface KnownScenarios {
  readonly byKey: ReadonlyMap<string, KnownScenario>
  /** The ids of all nodes. */
  readonly nodes: ReadonlySet<string>
  /** Whether every source of scenarios binds, so that no other key or node can be there. */
  readonly isAll: boolean
  /** Whether a source that does not bind stands where the scenario of that key would. */
  mayHide(key: string): boolean
}

/** Gathers them. Of scenarios with the same key, which is reported elsewhere, the first counts. */
export function knownScenarios({ reports }: Pick<ProjectSubject, 'reports'>): KnownScenarios {
  const byKey = new Map<string, KnownScenario>()
  const nodes = new Set<string>()
  for (const { file, scenarios } of reports) {
    for (const { key, isActive, nodes: ids } of scenarios) {
      if (!byKey.has(key)) byKey.set(key, { file, isActive, nodes: new Set(ids) })
      for (const id of ids) nodes.add(id)
    }
  }
  const unbound = reports.filter(({ isBound, tests }) => !isBound && tests === undefined)
  return { byKey, nodes, isAll: unbound.length === 0, mayHide: key => unbound.some(report => mayHold(report, key)) }
}

/** A file that exports several scenarios has them under its own path. */
function mayHold({ file, key: known }: SourceReport, key: string): boolean {
  if (key === known) return true
  const path = `/${file.replace(/\.scenario\.\w+$/, '')}`
  const folders = key.split('/')
  return folders.some((_, index) => path.endsWith(`/${folders.slice(0, index + 1).join('/')}`))
}
