import { InternalError } from '@scenewright/model'
import type { FrontEnd, ModuleReader } from './source-tree.ts'

/** A language that scenarios are written in. */
interface Format {
  /** How the names of its files end. */
  readonly suffixes: readonly string[]
  /** Its front end, loaded when a project first has such a file. */
  load(modules: ModuleReader): Promise<FrontEnd>
}

const formats: readonly Format[] = [
  {
    suffixes: ['.scenario.yaml', '.scenario.yml'],
    load: async () => (await import('./yaml/parse-yaml.ts')).parseYaml,
  },
  {
    suffixes: ['.scenario.ts'],
    load: async modules => (await import('./typescript/parse-typescript.ts')).createTypescriptFrontEnd(modules),
  },
]

const suffixes = formats.flatMap(format => format.suffixes)

/** The suffix that makes a file's name that of a scenario source. */
export function sourceSuffix(name: string): string | undefined {
  return suffixes.find(suffix => name.endsWith(suffix))
}

/** The front ends of a run, each loaded when the first file of its format comes. */
export function createFrontEnds(modules: ModuleReader): (file: string) => Promise<FrontEnd> {
  const loaded = new Map<Format, Promise<FrontEnd>>()
  return file => {
    const format = formats.find(({ suffixes }) => suffixes.some(suffix => file.endsWith(suffix)))
    if (format === undefined) throw new InternalError(`"${file}" has no format`)
    const frontEnd = loaded.get(format) ?? format.load(modules)
    loaded.set(format, frontEnd)
    return frontEnd
  }
}
