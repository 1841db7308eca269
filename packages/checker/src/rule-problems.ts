import { namesRule, type ProjectConfig, type RuleSetting, type RuleSettings } from '@scenewright/model/config'
import { nearest } from '@scenewright/model/text'
import { isCustomName, lacksCustomRules } from './custom-names.ts'
import { findGlobFault } from './file-globs.ts'
import { findNearestRule } from './nearest-rule.ts'
import { findPatternProblems } from './personal-data/allowed.ts'
import type { Rule } from './rule.ts'
import { isMandatory, type RuleOptions } from './rule-description.ts'
import { rules as allRules } from './rules/index.ts'
import { hasTypeOf } from './settings.ts'
import { didYouMean, quoted } from './wording.ts'

/** A problem in the config because of which no rule can be run. */
export interface RuleProblem {
  /** Its path in the config. */
  readonly path: readonly (string | number)[]
  readonly message: string
  readonly help?: string
}

/**
 * Finds unknown rules and options in the config, and levels that a rule cannot have, under `rules` and then under
 * `overrides`, in the order of the config; then the invalid globs and patterns. If a team's custom rules are not loaded,
 * their names are accepted.
 */
export function findRuleProblems(config: ProjectConfig, rules: readonly Rule[] = allRules): readonly RuleProblem[] {
  const isOpen = lacksCustomRules(config, rules)
  const inSettings = (settings: RuleSettings, path: RuleProblem['path']) =>
    Object.entries(settings).flatMap(([name, setting]): RuleProblem[] => {
      const named = rules.filter(rule => namesRule(name, rule.id))
      if (named.length > 0)
        return optionProblems(name, setting, named).map(flaw => ({ path: [...path, name], ...flaw }))
      if (isOpen && isCustomName(name)) return []
      const help = didYouMean(findNearestRule(name, rules))
      return [{ path: [...path, name], ...flaw(`there is no rule named ${quoted(name)}`, help) }]
    })
  return [
    ...inSettings(config.rules ?? {}, ['rules']),
    ...(config.overrides ?? []).flatMap((override, index) => inSettings(override.rules, ['overrides', index, 'rules'])),
    ...globProblems('overrides', config.overrides),
    ...globProblems('suppress', config.suppress),
    ...findPatternProblems(config).map(({ index, reason }) => ({
      path: ['allow_personal_data', index],
      ...flawOfPattern(reason),
    })),
  ]
}

function globProblems(
  name: string,
  entries: readonly { readonly files: string | readonly string[] }[] = [],
): readonly RuleProblem[] {
  return entries.flatMap(({ files }, index) =>
    [files].flat().flatMap((glob, place): RuleProblem[] => {
      const fault = findGlobFault(glob)
      if (fault === undefined) return []
      const path = [name, index, 'files', ...(typeof files === 'string' ? [] : [place])]
      return [{ path, ...flaw(`the glob is invalid: ${fault}`, 'Use several shorter globs.') }]
    }),
  )
}

type Flaw = Omit<RuleProblem, 'path'>

function flawOfPattern(reason: string): Flaw {
  const help = 'The text between the slashes is a regular expression; lookaround and backreferences are not supported.'
  return flaw(`the pattern is invalid: ${reason}`, help)
}

function optionProblems(name: string, setting: RuleSetting, named: readonly Rule[]): Flaw[] {
  const level = typeof setting === 'string' ? setting : setting.level
  if (isMandatory(name) && level !== undefined && level !== 'error') {
    return [flaw(`${quoted(name)} is always an error`, 'Remove the entry, and fix the findings.')]
  }
  if (typeof setting === 'string') return []
  const known: RuleOptions = Object.fromEntries(named.flatMap(rule => Object.entries(rule.options ?? {})))
  return Object.entries(setting).flatMap(([option, value]) => {
    if (option === 'level') return []
    const preset = Object.hasOwn(known, option) ? known[option]?.default : undefined
    if (preset === undefined) return [unknownOption(name, option, Object.keys(known))]
    if (hasTypeOf(preset, value)) return []
    const wanted = typeof preset === 'object' ? 'list of texts' : typeof preset
    return [flaw(`the option ${quoted(option)} of ${quoted(name)} must be a ${wanted}`)]
  })
}

function unknownOption(name: string, option: string, known: readonly string[]): Flaw {
  const all = ['level', ...known]
  const help = didYouMean(nearest(option, all)) ?? `It has ${all.map(quoted).join(', ')}.`
  return flaw(`${quoted(name)} has no option ${quoted(option)}`, help)
}

function flaw(message: string, help?: string): Flaw {
  return { message, ...(help === undefined ? {} : { help }) }
}
