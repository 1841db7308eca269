import { findRuleProblems, type Rule, rules } from '@scenewright/checker'
import type { Project } from '@scenewright/compiler'
import type { ProjectConfig } from '@scenewright/model/config'
import { visible } from '@scenewright/model/text'
import type { Host } from '../host.ts'
import { type CustomCheck, type CustomCheckOptions, createCustomCheck } from './custom-check.ts'
import { loadCustomRules } from './load-custom-rules.ts'

/** The rules of a project: the built-in ones, followed by custom rules if they may run. */
export interface ProjectRules {
  readonly rules: readonly Rule[]
  readonly custom?: CustomCheck
}

/** Resolves with a project's rules; if the config does not match custom rules, that is an OperationError. */
export async function projectRules(
  project: Project,
  host: Pick<Host, 'env' | 'importModule'>,
  options: CustomRulesOption & CustomCheckOptions,
): Promise<ProjectRules> {
  const { custom_rules: path } = project.config
  if (path === undefined || !areCustomRulesAllowed(host, options)) return { rules }
  const custom = createCustomCheck(await loadCustomRules(project, path, host), options)
  const all = [...rules, ...custom.rules]
  const [problem] = findRuleProblems(project.config, all)
  if (problem !== undefined) throw project.configFault(problem.path, problem.message, problem.help)
  return { rules: all, custom }
}

/** The option that allows custom rules to run. */
export interface CustomRulesOption {
  readonly allowCustomRules?: boolean
}

/** Whether this run may execute the module of custom rules: if the user or the machine's owner allows it. */
function areCustomRulesAllowed({ env }: Pick<Host, 'env'>, options: CustomRulesOption): boolean {
  return options.allowCustomRules === true || env.SCENEWRIGHT_ALLOW_CUSTOM_RULES === '1'
}

/** A note that the project has custom rules that were not run, and why; empty if there are none, or they were run. */
export function notRunText({ custom_rules: module }: ProjectConfig, host: Host, options: CustomRulesOption): string {
  if (module === undefined || areCustomRulesAllowed(host, options)) return ''
  return `The project's own rules, "${visible(module)}", were not run: they are code, and run only with --allow-custom-rules\n`
}
