/** Where a mapping of a scenario's source stands. */
export type Role = 'scenario' | 'flow' | 'nodes' | 'node' | 'target' | 'edge'

/** The order of the fields that a mapping knows, as `decompile` writes them. */
export const canonicalOrder = {
  scenario: [
    'key',
    'renamed_from',
    'is_active',
    'title',
    'trigger_description',
    'examples',
    'exclusions',
    'min_confidence',
    'priority',
    'allow_repeat_in_dialogue',
    'clarification_label',
    'description',
    'exit_message',
    'flow',
    'layout',
    'dependencies',
    'extra',
    'document',
  ],
  flow: ['start', 'nodes', 'edges', 'extra'],
  node: ['type', 'title', 'text', 'next', 'extra'],
  target: ['to', 'priority', 'condition', 'id', 'extra'],
  edge: ['source', 'target', 'priority', 'condition', 'id', 'extra'],
} as const

/** What the fields of a mapping hold, by their names; of `nodes`, every field. */
const roles: { readonly [holder in Role]?: { readonly [field: string]: Role } } = {
  scenario: { flow: 'flow' },
  flow: { nodes: 'nodes', edges: 'edge' },
  node: { next: 'target' },
}

/** The role of what a field holds, or of each item of the list that it holds. */
export function roleOf(holder: Role, field: string): Role | undefined {
  if (holder === 'nodes') return 'node'
  const inner = roles[holder]
  return inner !== undefined && Object.hasOwn(inner, field) ? inner[field] : undefined
}
