import type { Shortfall } from '../shortfalls.ts'
import { percent } from './percent.ts'

/** Says what is covered less than it must be, how much is missing, and what to do. */
export function shortfallText(shortfalls: readonly Shortfall[], least: number): string {
  if (shortfalls.length === 0) return ''
  const lines = shortfalls.map(
    ({ of, missing, ...share }) =>
      `coverage of ${of} is ${percent(share)} and must be ${least} %: ${missing} more of ${share.total} to cover\n`,
  )
  return `${lines.join('')}help: \`scenewright test --generate\` writes tests for what is missing\n`
}
