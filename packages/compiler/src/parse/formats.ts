import { InternalError } from '@scenewright/model'
import type { FrontEnd, ModuleReader } from './source-tree.ts'

/** A language for sources, and the kind of their contents. */
interface Format {
  /** The suffix of its files. */
  readonly suffixes: readonly string[]
  readonly holdsTests?: true
  /** Whether a text is one of its sources, if other tools use files with the same suffix. */
  readonly isOurs?: (text: string) => boolean
  /** Its front end, loaded for the first such file of a project. */
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

/** The suffix that makes a file a source. */
export function sourceSuffix(name: string): string | undefined {
  return suffixes.find(suffix => name.endsWith(suffix))
}

/** Whether a source with that name contains conversation tests rather than scenarios. */
export function isTestFile(name: string): boolean {
  return findFormat(name)?.holdsTests === true
}

/**
 * The test of the text that decides whether a file with that name is a source. Undefined for other names: the name
 * alone decides.
 */
export function textTest(name: string): ((text: string) => boolean) | undefined {
  return findFormat(name)?.isOurs
}

/** The front ends of a run, each loaded for the first file of its format. */
export function createFrontEnds(modules: ModuleReader): (file: string) => Promise<FrontEnd> {
  const loaded = new Map<Format, Promise<FrontEnd>>()
  return file => {
    const format = findFormat(file)
    if (format === undefined) throw new InternalError(`"${file}" has no format`)
    const frontEnd = loaded.get(format) ?? format.load(modules)
    loaded.set(format, frontEnd)
    return frontEnd
  }
}

function findFormat(name: string): Format | undefined {
  return formats.find(({ suffixes }) => suffixes.some(suffix => name.endsWith(suffix)))
}

/** `import { tests } from 'scenewright'`: unit tests of the team's own code do not import it. */
function importsTests(text: string): boolean {
  const imports = text.matchAll(/\bimport\s*\{([^{}]*)\}\s*from\s*['"]scenewright['"]/g)
  return Array.from(imports, ([, names = '']) => names).some(names => /\btests\b/.test(names))
}

async function loadYaml(): Promise<FrontEnd> {
  return (await import('./yaml/parse-yaml.ts')).parseYaml
}
