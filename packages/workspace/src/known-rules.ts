import { type Rule, type RuleState, readSettings, rules } from '@scenewright/checker'
import { OperationError } from '@scenewright/model'
import { namesRule, type ProjectConfig } from '@scenewright/model/config'
import { visible } from '@scenewright/model/text'
import { type CustomRulesOption, notRunText, projectRules } from './custom-rules/project-rules.ts'
import type { Host } from './host.ts'
import { type ConfigOption, openConfig } from './open-config.ts'

/** The available rules for the working folder, with their settings in the config. */
export interface KnownRules {
  readonly rules: readonly Rule[]
  /** A note about custom rules that are not included; empty if all are. */
  readonly notRun: string
  /** The folder of the config; undefined if there is none, and the default levels apply. */
  readonly root?: string
  stateOf(rule: Rule): RuleState
  /** The files for which the config has other settings. */
  exceptionsOf(rule: Rule): readonly string[]
}

type Options = ConfigOption & CustomRulesOption

/**
 * Resolves with the available rules. The user may look up a rule in order to fix the config: an unusable config is
 * skipped with a note, unless it was named.
 */
export async function knownRules(host: Host, options: Options): Promise<KnownRules> {
  try {
    const project = await openConfig(host, options)
    const { rules } = await projectRules(project, host, options)
    const { config, configFile, root } = project
    const notRun = notRunText(config, host, options)
    return { ...known(rules, config), notRun, ...(configFile !== null && { root }) }
  } catch (error) {
    if (!(error instanceof OperationError) || options.config !== undefined) throw error
    host.notify(`The config is ignored: ${visible(error.message)}`)
    return { ...known(rules, {}), notRun: '' }
  }
}

function known(rules: readonly Rule[], config: ProjectConfig): Omit<KnownRules, 'notRun' | 'root'> {
  const settings = readSettings(config)
  return {
    rules,
    stateOf: rule => settings.of(rule),
    exceptionsOf: rule =>
      (config.overrides ?? [])
        .filter(override => Object.keys(override.rules).some(name => namesRule(name, rule.id)))
        .flatMap(({ files }) => files),
  }
}
