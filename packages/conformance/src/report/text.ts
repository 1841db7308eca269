import type { RowResult } from '../run-rows.ts'
import { shown, summarize } from './summary.ts'

/** Colors a word, or leaves it unchanged. */
export type Paint = (style: 'green' | 'red' | 'yellow' | 'dim', text: string) => string

/** For people: one line per row, below a failed one the request and the expected and actual result, and the totals. */
export function conformanceText(results: readonly RowResult[], paint: Paint = (_style, text) => text): string {
  const width = Math.max(0, ...results.map(({ id }) => id.length))
  const lines = results.map(result => rowText(result, width, paint))
  const { passed, failed, skipped } = summarize(results)
  const sum = [
    paint('green', `${passed} passed`),
    failed > 0 ? paint('red', `${failed} failed`) : '0 failed',
    skipped > 0 ? paint('yellow', `${skipped} skipped`) : '0 skipped',
  ]
  return `${lines.join('')}\n${sum.join(', ')}\n`
}

function rowText({ id, operation, requirement, verdict }: RowResult, width: number, paint: Paint): string {
  const head = `${id.padEnd(width)}  ${paint('dim', shown(operation))}  ${shown(requirement)}`
  const indent = ' '.repeat(width + 9)
  if (verdict.kind === 'pass') return `${paint('green', 'pass')}     ${head}\n`
  if (verdict.kind === 'skipped') {
    return `${paint('yellow', 'skipped')}  ${head}\n${indent}${shown(verdict.reason)}\n`
  }
  if (verdict.kind === 'error') return `${paint('red', 'error')}    ${head}\n${indent}${shown(verdict.reason)}\n`
  const { asked, expected, came } = verdict
  const details = [`asked     ${asked}`, `expected  ${expected}`, `came      ${came}`]
  return `${paint('red', 'fail')}     ${head}\n${details.map(line => `${indent}${shown(line)}\n`).join('')}`
}
