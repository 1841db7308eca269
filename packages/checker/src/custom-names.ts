import type { ProjectConfig } from '@scenewright/model/config'
import type { Rule } from './rule.ts'
import { groupOf } from './rule-description.ts'
import { rules as ownRules } from './rules/index.ts'

/** The groups that are the toolkit's own. */
const ownGroups: ReadonlySet<string> = new Set(ownRules.map(({ id }) => groupOf(id)))

/** Whether only a rule of the team's own can have the name: that of a rule, or `<group>/*`. */
export function isCustomName(name: string): boolean {
  return name.includes('/') && !ownGroups.has(groupOf(name))
}

/** Whether the config has rules of the team's own and these are without them, so that their names are not known. */
export function lacksCustomRules(config: ProjectConfig, rules: readonly Rule[]): boolean {
  return config.custom_rules !== undefined && !rules.some(({ id }) => isCustomName(id))
}
