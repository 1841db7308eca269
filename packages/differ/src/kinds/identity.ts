import { shown } from '../shown.ts'
import { family } from './family.ts'

/** Scenarios that came, went or have another key. The first two have no counterpart, so the project finds them. */
export const identity = family(
  {
    'scenario-removed': { level: 'breaking', says: () => 'the scenario is gone' },
    'scenario-added': { level: 'info', says: () => 'a new scenario' },
    'scenario-renamed': { level: 'info', says: ({ before }) => `renamed from ${shown(before)}` },
  },
  ({ base, head }) =>
    base.key === head.key
      ? []
      : [{ kind: 'scenario-renamed', before: base.key, after: head.key, at: { head: 'renamed_from' } }],
)
