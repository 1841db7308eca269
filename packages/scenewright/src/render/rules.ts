import { findNearestRule, groupOf, type Rule } from '@scenewright/checker'
import { OperationError } from '@scenewright/model'
import { visible } from '@scenewright/model/text'
import type { KnownRules } from '@scenewright/workspace'
import { version } from '../shell/installation.ts'
import { painter } from '../shell/terminal.ts'
import { rulePageUrl } from './docs-url.ts'
import { json } from './json.ts'

/** Rules by group: the level in the project, the problem that the rule finds, and its options on lines below. */
export function rulesText(known: KnownRules, color: boolean): string {
  const paint = painter(color)
  const { rules, stateOf } = known
  const width = Math.max(...rules.map(({ id }) => id.length))
  const lines = ruleGroups(rules).map(group => [
    paint('bold', group),
    ...rules
      .filter(({ id }) => groupOf(id) === group)
      .flatMap(rule => {
        const { level, options } = stateOf(rule)
        const fix = rule.hasFix ? paint('cyan', ' (--fix)') : ''
        const line = `  ${rule.id.padEnd(width)}  ${paint(colors[level], level.padEnd(7))}  ${visible(rule.summary)}${fix}`
        const ofOptions = Object.entries(rule.options ?? {}).map(([name, { summary }]) =>
          paint('dim', `${' '.repeat(width + 13)}${name}: ${JSON.stringify(options[name])}  ${visible(summary)}`),
        )
        return [line, ...ofOptions]
      }),
    '',
  ])
  return lines.flat().join('\n')
}

/** The same for programs. */
export function rulesJson(known: KnownRules): string {
  return json({ version: 1, rules: known.rules.map(rule => ruleData(rule, known)) })
}

/** The data of a rule: its defaults, and its settings in the config. */
export function ruleData(rule: Rule, { stateOf }: Pick<KnownRules, 'stateOf'>): { readonly [field: string]: unknown } {
  const { id, summary, docs = rulePageUrl(id, version), hasFix = false } = rule
  const state = stateOf(rule)
  const options = Object.entries(rule.options ?? {}).map(([name, option]) => [
    name,
    { default: option.default, value: state.options[name], summary: option.summary },
  ])
  return {
    id,
    group: groupOf(id),
    level: state.level,
    default_level: rule.level,
    summary,
    fixable: hasFix,
    options: Object.fromEntries(options),
    docs,
  }
}

/** The groups of rules, in order. */
function ruleGroups(rules: readonly Rule[]): readonly string[] {
  return [...new Set(rules.map(({ id }) => groupOf(id)))]
}

const colors = { error: 'red', warning: 'yellow', info: 'blue', off: 'dim' } as const

/** The rules that a name selects: one by its id, those of a group by `graph` or `graph/*`, or all by `*`. */
export function rulesNamed(name: string, { rules, notRun }: KnownRules): readonly Rule[] {
  if (name === '*') return rules
  const group = name.replace(/\/\*?$/, '')
  const selected = rules.filter(({ id }) => id === name || groupOf(id) === group)
  if (selected.length > 0) return selected
  const near = findNearestRule(name, rules)
  const known = near === undefined ? '`scenewright explain` lists all rules' : `did you mean "${near}"?`
  throw new OperationError('usage', `there is no rule "${name}"`, {
    help: notRun === '' ? known : `for a rule of the project itself, add --allow-custom-rules; otherwise, ${known}`,
  })
}
