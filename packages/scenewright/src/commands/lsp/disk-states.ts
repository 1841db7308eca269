import { join } from 'node:path'
import { type Project, sourcesAt } from '@scenewright/compiler'
import { statsAt } from '@scenewright/model/file-access'
import type { LiveProject } from '@scenewright/workspace/live'

/** The states of the files of a project on the disk, for a client that reports no changes of them. */
export interface DiskStates {
  /** Remembers the states before the project is read. */
  remember(project: Project): void
  /** The names of files that have changed since the last call: sources, what they import, the config and the baseline. */
  changes(live: LiveProject): readonly string[]
}

export function createDiskStates(): DiskStates {
  let states: ReadonlyMap<string, string> = new Map()
  const stateOf = ({ root }: Project, file: string) => {
    const stats = statsAt(join(root, file))
    return stats === undefined ? '' : `${stats.mtimeMs} ${stats.size} ${stats.ino}`
  }
  const statesOf = (project: Project, files: readonly string[]) => {
    const settings = ['scenewright.baseline.json', project.configFile ?? 'scenewright.config.yaml']
    const names = new Set([...settings, ...sourcesIn(project), ...files])
    return new Map([...names].map(file => [file, stateOf(project, file)]))
  }
  return {
    remember(project) {
      states = statesOf(project, [])
    },
    changes({ project, reports }) {
      const before = states
      states = statesOf(
        project,
        reports().flatMap(({ file, dependencies = [] }) => [file, ...dependencies]),
      )
      return [...states].flatMap(([file, state]) => (before.get(file) === state ? [] : [file]))
    },
  }
}

function sourcesIn(project: Project): Iterable<string> {
  try {
    return sourcesAt(project, [])
  } catch {
    // A folder of sources is gone: so are the known ones, and the project says so when it reads them again.
    return []
  }
}
