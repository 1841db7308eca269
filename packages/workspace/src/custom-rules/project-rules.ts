import { type Rule, ruleProblems, rules } from '@scenewright/checker'
import type { Project } from '@scenewright/compiler'
import type { ProjectConfig } from '@scenewright/model/config'
import { visible } from '@scenewright/model/text'
import type { Host } from '../host.ts'
import { type CustomCheck, createCustomCheck } from './custom-check.ts'
import { loadCustomRules } from './load-custom-rules.ts'

/** The rules of a project: the toolkit's own, and behind them the team's where they may run. */
export interface ProjectRules {
  readonly rules: readonly Rule[]
  readonly custom?: CustomCheck
}

/** Promises a project's rules; where the config does not fit those of the team, that is an OperationError. */
export async function projectRules(
  project: Project,
  host: Pick<Host, 'env' | 'importModule'>,
  options: CustomRulesOption,
): Promise<ProjectRules> {
  const { custom_rules: path } = project.config
  if (path === undefined || !areCustomRulesAllowed(host, options)) return { rules }
  const custom = createCustomCheck(await loadCustomRules(project, path, host))
  const all = [...rules, ...custom.rules]
  const [problem] = ruleProblems(project.config, all)
  if (problem !== undefined) throw project.configFault(problem.path, problem.message, problem.help)
  return { rules: all, custom }
}

/** The option that lets a team's own rules run. */
export interface CustomRulesOption {
  readonly allowCustomRules?: boolean
}

/** Whether this run may execute the module of rules that the config names: a person says so, or the machine's owner. */
function areCustomRulesAllowed({ env }: Pick<Host, 'env'>, options: CustomRulesOption): boolean {
  return options.allowCustomRules === true || env.SCENEWRIGHT_ALLOW_CUSTOM_RULES === '1'
}

/** Says in one line that the project has rules that were not run, and why; empty where it has none, or they were. */
export function notRunText({ custom_rules: module }: ProjectConfig, host: Host, options: CustomRulesOption): string {
  if (module === undefined || areCustomRulesAllowed(host, options)) return ''
  return `The project's own rules, "${visible(module)}", were not run: they are code, and run only with --allow-custom-rules\n`
}
