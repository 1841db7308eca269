import { OperationError } from '@scenewright/model'
import { noScenario } from '@scenewright/model/conversation-tests'
import { count, nearest } from '@scenewright/model/text'
import type { OpenProject } from '@scenewright/workspace'
import type { CountedFile } from './count-messages.ts'

/** Returns the key of the scenario that a label means, null for none. */
type ReadLabel = (label: string) => string | null

interface LabelledFile {
  readonly file: string
  readonly opened: OpenProject
  readonly expectedColumn: string | undefined
}

/**
 * Creates this function for the labels of a file. A label may be a former key, as in `renamed_from`; one that means no
 * active scenario is a usage error.
 */
export function createLabelReader(
  { labels }: Pick<CountedFile, 'labels'>,
  { file, opened, expectedColumn }: LabelledFile,
): ReadLabel {
  if (expectedColumn !== undefined && labels.size === 0) {
    throw new OperationError('usage', `no message in "${file}" has a label in "${expectedColumn}"`)
  }
  const keys = keysByLabel(opened)
  const unknown = new Map([...labels].filter(([label]) => label !== noScenario && !keys.has(label)))
  const inactive = new Set(opened.scenarios.filter(({ isActive }) => !isActive).map(({ key }) => key))
  const known = { file, keys: [...keys.keys()], inactive }
  if (unknown.size > 0) throw unknownLabels(unknown, known)
  return label => {
    if (label === noScenario) return null
    const key = keys.get(label)
    if (key === undefined) throw unknownLabels(new Map([[label, 1]]), known)
    return key
  }
}

/** The keys of active scenarios, by the labels that mean them: their present and former keys. */
export function keysByLabel({ scenarios }: Pick<OpenProject, 'scenarios'>): ReadonlyMap<string, string> {
  const active = scenarios.filter(({ isActive }) => isActive)
  const keys = new Map(active.map(({ key }) => [key, key]))
  for (const { key, renamedFrom } of active) {
    if (renamedFrom !== undefined && !keys.has(renamedFrom)) keys.set(renamedFrom, key)
  }
  return keys
}

/** The maximum number of labels in an error. */
export const maxNamed = 5

function unknownLabels(
  unknown: ReadonlyMap<string, number>,
  {
    file,
    keys,
    inactive,
  }: { readonly file: string; readonly keys: readonly string[]; readonly inactive: ReadonlySet<string> },
): OperationError {
  const named = [...unknown].slice(0, maxNamed).map(([label, messages]) => {
    const similar = nearest(label, [...keys, noScenario])
    const proposal = similar === undefined ? '' : `; did you mean "${similar}"?`
    const note = inactive.has(label) ? '; its scenario is inactive' : proposal
    return `${JSON.stringify(label)} (${count(messages, 'message')}${note})`
  })
  const more = unknown.size > maxNamed ? [`${unknown.size - maxNamed} more`] : []
  const list = [...named, ...more].join(', ')
  return new OperationError(
    'usage',
    `${count(unknown.size, 'label')} in "${file}" ${areNoKeys(unknown.size)}: ${list}`,
    {
      help: labelHelp(keys),
    },
  )
}

/** The end of a sentence about unknown labels. */
export function areNoKeys(labels: number): string {
  return labels === 1 ? 'is not the key of an active scenario' : 'are not keys of active scenarios'
}

/** What a label is, for errors. */
export function labelHelp([first = 'orders/refund']: readonly string[]): string {
  return `a label is a key, such as "${first}", or "${noScenario}" for a message that should start nothing`
}
