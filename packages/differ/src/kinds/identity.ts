import type { ImportDocument } from '@scenewright/model'
import { flowOf } from '../compared-scenario.ts'
import { shown } from '../shown.ts'
import { family } from './family.ts'

/** Scenarios that came, went or have another key. The first two have no counterpart, so the project finds them. */
export const identity = family(
  {
    'scenario-removed': { level: 'breaking', says: () => 'the scenario is gone' },
    'scenario-added': { level: 'info', says: ({ after }) => `a new scenario: ${sizeOf(after)}` },
    'scenario-renamed': { level: 'info', says: ({ before }) => `renamed from ${shown(before)}` },
  },
  ({ base, head }) =>
    base.key === head.key
      ? []
      : [{ kind: 'scenario-renamed', before: base.key, after: head.key, at: { head: 'renamed_from' } }],
)

function sizeOf(value: unknown): string {
  // A scenario that is new has its document as its value.
  const { document } = value as { readonly document: ImportDocument }
  const { nodes } = flowOf({ document })
  return nodes.length === 1 ? '1 node' : `${nodes.length} nodes`
}
