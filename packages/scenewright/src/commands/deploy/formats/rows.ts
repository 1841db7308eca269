import type { Plan, PlanEntry } from '@scenewright/deployer'

/** The symbol in front of a scenario, which shows its severity. */
export type PlanSymbol = '?' | '!' | '-' | '~' | '+' | '>' | '='

/** A person has to do something before a deploy does. */
const calls: readonly PlanEntry['reason'][] = ['stale', 'held', 'edited-by-hand']

/** One scenario that a plan has something to say of. */
export interface PlanRow {
  readonly entry: PlanEntry
  readonly symbol: PlanSymbol
}

/** The rows of a plan, what is unknown first and the rest by key, and how many scenarios stay as they are. */
export function rowsOf({ entries }: Plan): { readonly rows: readonly PlanRow[]; readonly unchanged: number } {
  const shown = entries.filter(({ reason }) => reason !== 'unchanged' && reason !== 'layout-only')
  const rows = shown.map(entry => ({ entry, symbol: symbolOf(entry) }))
  return {
    rows: [...rows.filter(({ symbol }) => symbol === '?'), ...rows.filter(({ symbol }) => symbol !== '?')],
    unchanged: entries.length - shown.length,
  }
}

function symbolOf({ action, reason, steps }: PlanEntry): PlanSymbol {
  switch (action) {
    case 'unknown':
      return '?'
    case 'create':
      return '+'
    case 'update':
      return '~'
    case 'deactivate':
      return steps.length > 1 ? '~' : '-'
    case 'publish':
    case 'activate':
      return '>'
    case 'none':
      return calls.includes(reason) ? '!' : '='
  }
}
