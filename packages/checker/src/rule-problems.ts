import { nearest, type ProjectConfig, type RuleSetting } from '@scenewright/model'
import type { Rule, RuleOptions } from './rule.ts'
import { rules } from './rules/index.ts'
import { hasTypeOf, namesRule } from './settings.ts'
import { didYouMean, quoted } from './wording.ts'

/** Something in the `rules` of the config that fits no rule. */
export interface RuleProblem {
  /** The entry's name. */
  readonly name: string
  readonly message: string
  readonly help?: string
}

/** Groups of rules that are named already and hold none yet: a config may be written for them. */
const laterGroups = ['trigger/', 'text/', 'test/']

/** What the config's `rules` say of rules and options that there are not, in the order of the config. */
export function ruleProblems(config: ProjectConfig): readonly RuleProblem[] {
  return Object.entries(config.rules ?? {}).flatMap(([name, setting]) => {
    if (laterGroups.some(group => name.startsWith(group))) return []
    const named = rules.filter(rule => namesRule(name, rule.id))
    return named.length === 0 ? [unknownRule(name)] : optionProblems(name, setting, named)
  })
}

function unknownRule(name: string): RuleProblem {
  const groups = rules.map(rule => rule.id.replace(/\/.*/, '/*'))
  const near = nearest(name, [...rules.map(rule => rule.id), ...groups])
  return problem(name, `there is no rule ${quoted(name)}`, didYouMean(near))
}

function optionProblems(name: string, setting: RuleSetting, named: readonly Rule[]): RuleProblem[] {
  if (typeof setting === 'string') return []
  const known: RuleOptions = Object.fromEntries(named.flatMap(rule => Object.entries(rule.options ?? {})))
  return Object.entries(setting).flatMap(([option, value]) => {
    if (option === 'level') return []
    const preset = Object.hasOwn(known, option) ? known[option]?.default : undefined
    if (preset === undefined) {
      const near = nearest(option, ['level', ...Object.keys(known)])
      return [problem(name, `${quoted(name)} has no option ${quoted(option)}`, didYouMean(near))]
    }
    if (hasTypeOf(preset, value)) return []
    const wanted = typeof preset === 'object' ? 'list of texts' : typeof preset
    return [problem(name, `the option ${quoted(option)} of ${quoted(name)} must be a ${wanted}`)]
  })
}

function problem(name: string, message: string, help?: string): RuleProblem {
  return { name, message, ...(help === undefined ? {} : { help }) }
}
