import { type Rule, ruleProblems, rules } from '@scenewright/checker'
import type { Project } from '@scenewright/compiler'
import type { Invocation } from '../../shell/command.ts'
import { areCustomRulesAllowed, type CustomRulesOption } from './allowed.ts'
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
  invocation: Pick<Invocation, 'env'>,
  options: CustomRulesOption,
): Promise<ProjectRules> {
  const { custom_rules: path } = project.config
  if (path === undefined || !areCustomRulesAllowed(invocation, options)) return { rules }
  const custom = createCustomCheck(await loadCustomRules(project, path))
  const all = [...rules, ...custom.rules]
  const [problem] = ruleProblems(project.config, all)
  if (problem !== undefined) throw project.configFault(problem.path, problem.message, problem.help)
  return { rules: all, custom }
}
