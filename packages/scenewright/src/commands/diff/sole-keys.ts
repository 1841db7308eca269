import type { CompiledScenario, CompiledSource } from '@scenewright/model/compilation'
import { compareText } from '@scenewright/model/text'
import { duplicateKey } from './bound-scenarios.ts'
import type { Side } from './sides.ts'

/** A side without the sources that the other side has in the same form. */
export interface PartialSide extends Side {
  readonly scenarios: readonly CompiledScenario[]
  /** Compiles those of the omitted sources that may contain a scenario with one of these keys. */
  holdersOf(keys: readonly string[]): Promise<readonly CompiledSource[]>
}

/**
 * A key that only one side seems to have may also be in a source that was left out. At the head, that is an
 * OperationError `sources`. At the base, the omitted scenario is used, because the head has it as well: a note says so,
 * and a fix of such a key can be compared.
 */
export async function withSoleKeys(sides: {
  readonly base: PartialSide
  readonly head: PartialSide
}): Promise<{ readonly base: Side; readonly head: Side; readonly notes: readonly string[] }> {
  const { base, head } = sides
  const [before, after] = await Promise.all([findDuplicates(base, head), findDuplicates(head, base)])
  const [fault] = after
  if (fault !== undefined) throw duplicateKey(head.name, fault.key, fault.files)
  const left = new Set(before.map(({ key }) => key))
  return {
    head,
    base: { ...base, scenarios: base.scenarios.filter(({ key }) => !left.has(key)) },
    notes: before.map(
      ({ key, files }) =>
        `two scenarios of ${base.name} have the key "${key}", in ${files.join(' and ')}: the remaining one is compared`,
    ),
  }
}

interface DuplicateKey {
  readonly key: string
  readonly files: readonly string[]
}

/** The keys that only one side has among the compiled sources, and that are also in an omitted source. */
async function findDuplicates(side: PartialSide, other: PartialSide): Promise<readonly DuplicateKey[]> {
  const known = new Set(other.scenarios.map(({ key }) => key))
  const alone = new Map(side.scenarios.flatMap(({ key, file }) => (known.has(key) ? [] : [[key, file]])))
  if (alone.size === 0) return []
  const holders = await side.holdersOf([...alone.keys()])
  return holders.flatMap(({ scenarios }) =>
    scenarios.flatMap(({ key, file }): DuplicateKey[] => {
      const compared = alone.get(key)
      return compared === undefined ? [] : [{ key, files: [file, compared].sort(compareText) }]
    }),
  )
}

/** The texts to search for in sources that declare their own key; a key written in an unusual way is missed. */
export function keyTexts(keys: readonly string[]): readonly string[] {
  return keys.flatMap(key => [`key: ${key}`, `key: '${key}`, `key: "${key}`])
}

/** Whether a source's name may give it one of these keys: a key is its path below some folder, without the suffix. */
export function isNamedBy(keys: readonly string[]): (file: string) => boolean {
  return file => {
    const name = `/${file.replace(/\.scenario\.\w+$/, '')}`
    return keys.some(key => name.endsWith(`/${key}`))
  }
}
