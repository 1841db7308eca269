import { changeGroup } from './change-group.ts'

/** Whether the scenario is active. */
export const activity = changeGroup(
  {
    'scenario-switched-off': { level: 'breaking', message: () => 'switched off: it no longer starts' },
    'scenario-switched-on': { level: 'info', message: () => 'switched on' },
  },
  ({ base, head }) => {
    if (base.isActive === undefined || head.isActive === undefined || base.isActive === head.isActive) return []
    return [
      {
        kind: head.isActive ? 'scenario-switched-on' : 'scenario-switched-off',
        before: base.isActive,
        after: head.isActive,
        at: { base: 'is_active', head: 'is_active' },
      },
    ]
  },
)
