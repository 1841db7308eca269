import type { ComparedScenario } from '@scenewright/differ'
import { type ImportDocument, OperationError } from '@scenewright/model'

/** A document that a person has exported. */
export interface Exported {
  /** As the person has named it, or as found in a folder. */
  readonly path: string
  /** The key according to the file name. */
  readonly name: string
  /** Whether it was named explicitly, and so must belong to a scenario. */
  readonly isNamed: boolean
  readonly document: ImportDocument
}

/** The deployed versions of the exported scenarios, and the exports under the same keys. */
export interface MatchedExports {
  readonly base: readonly ComparedScenario[]
  readonly head: readonly (ComparedScenario & Exported)[]
}

/**
 * Finds the scenario of each export: by the given key, by the file's name, by the title. If one that was named
 * explicitly has none, that is an OperationError `usage`; one from a folder is a scenario that was never deployed.
 */
export function matchExports(
  deployed: readonly ComparedScenario[],
  exports: readonly Exported[],
  key: string | undefined,
): MatchedExports {
  if (key !== undefined && exports.length !== 1) {
    throw new OperationError('usage', `--key requires exactly one document, but there are ${exports.length}`, {
      help: 'name the files after their keys, or compare one at a time',
    })
  }
  const head = exports.map(one => ({ ...one, key: keyOf(deployed, one, key) ?? one.name }))
  const keys = new Map<string, string>()
  for (const one of head) {
    const other = keys.get(one.key)
    if (other !== undefined) throw duplicateKey(one.key, other, one.path)
    keys.set(one.key, one.path)
  }
  return { base: deployed.filter(scenario => keys.has(scenario.key)), head }
}

function keyOf(
  deployed: readonly ComparedScenario[],
  { path, name, isNamed, document }: Exported,
  wanted: string | undefined,
): string | undefined {
  const { title } = document.scenario
  const found =
    wanted === undefined
      ? (only(deployed, ({ key }) => key === name) ??
        only(deployed, scenario => scenario.document.scenario.title === title) ??
        only(deployed, ({ key }) => key.endsWith(`/${name}`)))
      : only(deployed, ({ key }) => key === wanted)
  if (found !== undefined || !isNamed) return found
  throw new OperationError(
    'usage',
    wanted === undefined
      ? `"${path}" (${title}) matches no deployed scenario, or several`
      : `the scenario "${wanted}" was never deployed`,
    { help: '`scenewright status` lists the keys; set the right one with --key' },
  )
}

function only(
  scenarios: readonly ComparedScenario[],
  isMeant: (scenario: ComparedScenario) => boolean,
): string | undefined {
  const [first, ...others] = scenarios.filter(isMeant)
  return others.length === 0 ? first?.key : undefined
}

function duplicateKey(key: string, one: string, other: string): OperationError {
  return new OperationError('usage', `"${one}" and "${other}" both belong to the scenario "${key}"`, {
    help: 'omit one of them, or name each file after its key',
  })
}
