import type { Plan, PlanEntry } from '@scenewright/deployer'

/** The symbol in front of a scenario, which shows its severity. */
export type PlanSymbol = '?' | '!' | '-' | '~' | '+' | '>' | '='

/** A person has to act before the next deploy. */
const calls: readonly PlanEntry['reason'][] = ['stale', 'held', 'edited-by-hand']

/** One displayed scenario of a plan. */
export interface PlanRow {
  readonly entry: PlanEntry
  readonly symbol: PlanSymbol
}

/** The rows of a plan, unknown ones first and the rest by key, and the number of unchanged scenarios. */
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
