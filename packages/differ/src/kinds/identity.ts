import type { ImportDocument } from '@scenewright/model'
import { flowOf } from '../compared-scenario.ts'
import { shown, shownBeside } from '../shown.ts'
import { changeGroup } from './change-group.ts'

/**
 * Scenarios that were added, removed or have another key. The first two have no counterpart, so they are found for the
 * project.
 */
export const identity = changeGroup(
  {
    'scenario-removed': { level: 'breaking', message: () => 'the scenario is removed' },
    'rename-guessed': {
      level: 'breaking',
      message: ({ before, after }) =>
        `seems to be renamed from ${keyBeside(before, after)}; without ${fieldFor(before, after)} a deploy creates a new record and switches the old one off`,
    },
    'scenario-added': { level: 'info', message: ({ after }) => `new scenario, ${sizeOf(after)}` },
    'scenario-renamed': { level: 'info', message: ({ before, after }) => `renamed from ${keyBeside(before, after)}` },
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

/** Keys may look equal: file names from a Mac write accents as characters of their own. */
function keyBeside(before: unknown, after: unknown): string {
  return shownBeside(before, String(after))
}

/** The field to write: an escape needs quotes. */
function fieldFor(before: unknown, after: unknown): string {
  const key = keyBeside(before, after)
  return key === shown(before) ? `"renamed_from: ${before}"` : `renamed_from: ${key}`
}

function sizeOf(value: unknown): string {
  // The value of a new scenario is its document.
  const { document } = value as { readonly document: ImportDocument }
  const { nodes } = flowOf({ document })
  return nodes.length === 1 ? '1 step' : `${nodes.length} steps`
}
