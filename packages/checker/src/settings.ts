import type { Level, ProjectConfig, RuleSetting } from '@scenewright/model'
import type { OptionValue, Rule } from './rule.ts'

/** What the config makes of a rule. */
export interface Settings {
  readonly level: Level
  readonly options: { readonly [name: string]: OptionValue }
}

/**
 * A rule's level and options: its defaults, and over them every entry of the config that names the rule, its group or
 * all rules, in the order of the config. A value of another type than the option's default is passed over.
 */
export function settingsOf(rule: Rule, config: ProjectConfig): Settings {
  let level: Level = rule.level
  const options = new Map(Object.entries(rule.options ?? {}).map(([name, option]) => [name, option.default]))
  for (const [pattern, setting] of Object.entries(config.rules ?? {})) {
    if (!namesRule(pattern, rule.id)) continue
    level = levelOf(setting) ?? level
    if (typeof setting === 'string') continue
    for (const [name, preset] of options) {
      const value = setting[name]
      if (Object.hasOwn(setting, name) && hasTypeOf(preset, value)) options.set(name, value)
    }
  }
  return { level, options: Object.fromEntries(options) }
}

/** Whether a name of the config or of a suppression names the rule: its id, its group as `graph/*`, or `*`. */
export function namesRule(pattern: string, id: string): boolean {
  if (pattern === id || pattern === '*') return true
  return pattern.endsWith('/*') && id.startsWith(pattern.slice(0, -1))
}

/** Whether a value of the config can stand where an option's default stands. */
export function hasTypeOf(preset: OptionValue, value: unknown): value is OptionValue {
  if (typeof preset === 'object') return Array.isArray(value) && value.every(item => typeof item === 'string')
  return typeof value === typeof preset
}

function levelOf(setting: RuleSetting): Level | undefined {
  return typeof setting === 'string' ? setting : setting.level
}
