import type { ProjectConfig } from '@scenewright/model/config'
import type { Rule } from './rule.ts'
import { groupOf } from './rule-description.ts'
import { rules as ownRules } from './rules/index.ts'

/** The groups of the built-in rules. */
const ownGroups: ReadonlySet<string> = new Set(ownRules.map(({ id }) => groupOf(id)))

/** Whether only a custom rule can have this name: a rule id, or `<group>/*`. */
export function isCustomName(name: string): boolean {
  return name.includes('/') && !ownGroups.has(groupOf(name))
}

/** Whether the config has custom rules that are not loaded, so that their names are unknown. */
export function lacksCustomRules(config: ProjectConfig, rules: readonly Rule[]): boolean {
  return config.custom_rules !== undefined && !rules.some(({ id }) => isCustomName(id))
}
