import { namesRule, type Rule, type RuleState, readSettings, rules } from '@scenewright/checker'
import { OperationError } from '@scenewright/model'
import type { ProjectConfig } from '@scenewright/model/config'
import { visible } from '@scenewright/model/text'
import { type CustomRulesOption, notRunText, projectRules } from './custom-rules/project-rules.ts'
import type { Host } from './host.ts'
import { type ConfigOption, openConfig } from './open-config.ts'

/** The rules that there are around the working folder, and what the config there makes of them. */
export interface KnownRules {
  readonly rules: readonly Rule[]
  /** A line for people on the rules of the project's own that are not among them; empty where all are. */
  readonly notRun: string
  /** The folder of the config; undefined where there is none, and the rules' own levels hold. */
  readonly root?: string
  stateOf(rule: Rule): RuleState
  /** The files in which the config says otherwise. */
  exceptionsOf(rule: Rule): readonly string[]
}

type Options = ConfigOption & CustomRulesOption

/**
 * Promises the rules that there are. Who looks a rule up may be about to fix the config: one that cannot be used is
 * passed over with a word to people, unless it was named.
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
    host.notify(`The config is passed over: ${visible(error.message)}`)
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
