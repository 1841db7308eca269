import { type ChangeLevel, changeLevels, OperationError } from '@scenewright/model'
import { count } from '../../../render/text.ts'
import type { ChangeGroup } from './accepted.ts'

/** Which changes are accepted. */
export interface ChosenFrom {
  /** Fingerprints, or the beginnings of some; or `all` alone. */
  readonly wanted: readonly string[]
  /** All are those of this level and above that nobody has accepted. */
  readonly least: ChangeLevel
  /** What is accepted, by fingerprints. */
  readonly counting: ReadonlyMap<string, unknown>
}

/** A change, and the scenario that it is in. */
interface ChosenChange {
  readonly fingerprint: string
  readonly scenario: string
  readonly kind: string
  readonly level: ChangeLevel
}

/** Finds the changes that a person names. A name of none, or of several, is an OperationError `usage`. */
export function chosenChanges(
  groups: readonly ChangeGroup[],
  { wanted, least, counting }: ChosenFrom,
): readonly ChosenChange[] {
  const all = groups.flatMap(({ key, changes }) =>
    changes.map(({ fingerprint, kind, level }): ChosenChange => ({ fingerprint, scenario: key, kind, level })),
  )
  if (!wanted.includes('all')) return wanted.map(name => oneChange(all, name))
  if (wanted.length > 1) {
    throw new OperationError('usage', '--accept takes fingerprints, or all alone', { help: 'leave the others out' })
  }
  const grave = changeLevels.slice(0, changeLevels.indexOf(least) + 1)
  return all.filter(({ level, fingerprint }) => grave.includes(level) && !counting.has(fingerprint))
}

/** As few letters of a fingerprint name no change by chance. */
const shortest = 6

function oneChange(all: readonly ChosenChange[], name: string): ChosenChange {
  const found = new Map(
    all.filter(({ fingerprint }) => fingerprint.startsWith(name)).map(each => [each.fingerprint, each]),
  )
  const [change] = found.values()
  if (change !== undefined && found.size === 1 && name.length >= shortest) return change
  const message =
    name.length < shortest
      ? `"${name}" is too short for a fingerprint`
      : change === undefined
        ? `this diff has no change with the fingerprint "${name}"`
        : `${count(found.size, 'change has', 'changes have')} a fingerprint that begins with "${name}"`
  throw new OperationError('usage', message, {
    help: `--fail-on risky lists the fingerprints of what fails; ${shortest} letters or more name one`,
  })
}
