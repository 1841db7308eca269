import type { Level } from '@scenewright/model'
import { configuredLevel, namesRule, type ProjectConfig, type RuleSettings } from '@scenewright/model/config'
import { createFileMatcher } from './file-globs.ts'
import type { Rule } from './rule.ts'
import { isMandatory, type OptionValue } from './rule-description.ts'

/** The settings of a rule in the config. */
export interface RuleState {
  readonly level: Level
  readonly options: { readonly [name: string]: OptionValue }
}

/** The settings of all rules in the config. */
export interface Settings {
  /** The settings in a file; without a file, those outside of all overrides. */
  of(rule: Rule, file?: string): RuleState
  /** Whether there may be a file in which the rule is on. */
  isEverOn(rule: Rule): boolean
}

/**
 * Reads a config: a rule's own level and options, then the preset, and over them every entry for the rule, its group or
 * all rules, in the order of the config, overrides last. A value whose type differs from the option's default is
 * ignored, and so is a level for a rule that is always an error.
 */
export function readSettings(config: ProjectConfig): Settings {
  const layersOf = createLayers(config)
  const known = new Map<readonly RuleSettings[], Map<Rule, RuleState>>()
  const of = (rule: Rule, file?: string): RuleState => {
    const layers = layersOf(file)
    const state = known.get(layers)?.get(rule)
    if (state !== undefined) return state
    const made = resolveState(rule, config.preset, layers)
    known.set(layers, (known.get(layers) ?? new Map<Rule, RuleState>()).set(rule, made))
    return made
  }
  const isNamed = (rule: Rule) =>
    config.overrides?.some(({ rules }) => Object.keys(rules).some(pattern => namesRule(pattern, rule.id))) ?? false
  return { of, isEverOn: rule => of(rule).level !== 'off' || isNamed(rule) }
}

/** The layers of settings that apply to a file; files with the same layers share one list. */
function createLayers({ rules = {}, overrides = [] }: ProjectConfig): (file?: string) => readonly RuleSettings[] {
  const general: readonly RuleSettings[] = [rules]
  if (overrides.length === 0) return () => general
  const matchers = overrides.map(({ files }) => createFileMatcher(files))
  const byMatch = new Map<string, readonly RuleSettings[]>()
  return file => {
    if (file === undefined) return general
    const matches = matchers.map(isListed => isListed(file))
    const key = matches.join()
    const layers = byMatch.get(key) ?? [
      rules,
      ...overrides.filter((_, index) => matches[index]).map(each => each.rules),
    ]
    byMatch.set(key, layers)
    return layers
  }
}

function resolveState(rule: Rule, preset: ProjectConfig['preset'], layers: readonly RuleSettings[]): RuleState {
  const own: Level = preset === 'strict' && rule.level === 'warning' ? 'error' : rule.level
  const level = isMandatory(rule.id) ? own : (configuredLevel(layers, rule.id) ?? own)
  const options = new Map(Object.entries(rule.options ?? {}).map(([name, option]) => [name, option.default]))
  for (const [pattern, setting] of layers.flatMap(layer => Object.entries(layer))) {
    if (!namesRule(pattern, rule.id) || typeof setting === 'string') continue
    for (const [name, fallback] of options) {
      const value = setting[name]
      if (Object.hasOwn(setting, name) && hasTypeOf(fallback, value)) options.set(name, value)
    }
  }
  return { level, options: Object.fromEntries(options) }
}

/** Whether a value of the config has the type of an option's default. */
export function hasTypeOf(preset: OptionValue, value: unknown): value is OptionValue {
  if (typeof preset === 'object') return Array.isArray(value) && value.every(item => typeof item === 'string')
  return typeof value === typeof preset
}
