import type { ImportDocument } from '@scenewright/model'
import { flowOf } from '../compared-scenario.ts'
import { shown } from '../shown.ts'
import { changeGroup } from './change-group.ts'

/**
 * Scenarios that were added, removed or have another key. The first two have no counterpart, so they are found for the
 * project.
 */
export const identity = changeGroup(
  {
    'scenario-removed': { level: 'breaking', message: () => 'the scenario is removed' },
    'rename-guessed': {
      level: 'risky',
      message: ({ before }) =>
        `seems to be renamed from ${shown(before)}; without "renamed_from: ${before}" a deploy creates a new record and switches the old one off`,
    },
    'scenario-added': { level: 'info', message: ({ after }) => `new scenario, ${sizeOf(after)}` },
    'scenario-renamed': { level: 'info', message: ({ before }) => `renamed from ${shown(before)}` },
  },
  ({ base, head }) => {
    if (base.key === head.key) return []
    const isDeclared = head.renamedFrom === base.key
    const [before, after] = [base.key, head.key]
    return [
      isDeclared
        ? { kind: 'scenario-renamed', before, after, at: { head: 'renamed_from' } }
        : { kind: 'rename-guessed', before, after, at: { base: [], head: [] } },
    ]
  },
)

function sizeOf(value: unknown): string {
  // The value of a new scenario is its document.
  const { document } = value as { readonly document: ImportDocument }
  const { nodes } = flowOf({ document })
  return nodes.length === 1 ? '1 step' : `${nodes.length} steps`
}
