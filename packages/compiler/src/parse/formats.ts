import { InternalError } from '@scenewright/model'
import type { FrontEnd, ModuleReader } from './source-tree.ts'

/** A language that sources are written in, and what they hold. */
interface Format {
  /** How the names of its files end. */
  readonly suffixes: readonly string[]
  readonly holdsTests?: true
  /** Whether a text is one of its sources, where files of other tools have names of the same kind. */
  readonly isOurs?: (text: string) => boolean
  /** Its front end, loaded when a project first has such a file. */
  load(modules: ModuleReader): Promise<FrontEnd>
}

const formats: readonly Format[] = [
  {
    suffixes: ['.scenario.yaml', '.scenario.yml'],
    load: loadYaml,
  },
  {
    suffixes: ['.scenario.ts'],
    load: async modules => (await import('./typescript/parse-typescript.ts')).createTypescriptFrontEnd(modules),
  },
  { suffixes: ['.test.yaml', '.test.yml'], holdsTests: true, load: loadYaml },
  {
    suffixes: ['.test.ts'],
    holdsTests: true,
    isOurs: importsTests,
    load: async modules =>
      (await import('./typescript/parse-typescript.ts')).createTypescriptFrontEnd(modules, 'tests'),
  },
]

const suffixes = formats.flatMap(format => format.suffixes)

/** The suffix that makes a file's name that of a source. */
export function sourceSuffix(name: string): string | undefined {
  return suffixes.find(suffix => name.endsWith(suffix))
}

/** Whether a source of that name holds conversation tests, and no scenarios. */
export function isTestFile(name: string): boolean {
  return formatOf(name)?.holdsTests === true
}

/**
 * Whether a file of that name is a source only if its text says so; then what tells that. Of other names undefined: the
 * name alone decides.
 */
export function textTest(name: string): ((text: string) => boolean) | undefined {
  return formatOf(name)?.isOurs
}

/** The front ends of a run, each loaded when the first file of its format comes. */
export function createFrontEnds(modules: ModuleReader): (file: string) => Promise<FrontEnd> {
  const loaded = new Map<Format, Promise<FrontEnd>>()
  return file => {
    const format = formatOf(file)
    if (format === undefined) throw new InternalError(`"${file}" has no format`)
    const frontEnd = loaded.get(format) ?? format.load(modules)
    loaded.set(format, frontEnd)
    return frontEnd
  }
}

function formatOf(name: string): Format | undefined {
  return formats.find(({ suffixes }) => suffixes.some(suffix => name.endsWith(suffix)))
}

/** `import { tests } from 'scenewright'`: what a unit test of the team's own code does not import. */
function importsTests(text: string): boolean {
  return /\bimport\s*\{[^}]*\btests\b[^}]*\}\s*from\s*['"]scenewright['"]/.test(text)
}

async function loadYaml(): Promise<FrontEnd> {
  return (await import('./yaml/parse-yaml.ts')).parseYaml
}
