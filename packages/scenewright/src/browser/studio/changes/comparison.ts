import { signal } from '@preact/signals'
import type { ChangeRow, ChangesAnswer } from '../../../commands/studio/protocol.ts'
import { createResource } from '../resource.ts'
import { get } from '../session.ts'

/** The revision to compare with; empty for the merge base with the default branch. */
export const baseRevision = signal('')

/** What has changed since the revision. */
export const comparison = createResource(base => get<ChangesAnswer>('/api/changes', base === '' ? {} : { base }))

/** The scenarios that have changed, by key; undefined before it is known. */
export function changedKeys(changes: ChangesAnswer | undefined): ReadonlySet<string> | undefined {
  return changes && new Set(changes.scenarios.map(({ key }) => key))
}

/** The nodes that changes name, whatever their kind. */
export function changedNodes(changes: readonly ChangeRow[]): ReadonlySet<string> {
  return new Set(
    changes.flatMap(change =>
      Object.entries(change).flatMap(([name, value]) => (name === 'node' ? [String(value)] : [])),
    ),
  )
}
