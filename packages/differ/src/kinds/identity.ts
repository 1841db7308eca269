import { family } from './family.ts'

/** Scenarios that came, went or have another key. The first two have no counterpart, so the project finds them. */
export const identity = family(
  { 'scenario-removed': 'breaking', 'scenario-added': 'info', 'scenario-renamed': 'info' },
  ({ base, head }) =>
    base.key === head.key
      ? []
      : [{ kind: 'scenario-renamed', before: base.key, after: head.key, at: { head: 'renamed_from' } }],
)
