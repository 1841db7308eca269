import type { ProjectConfig } from '@scenewright/model/config'
import { noMemory, projectSubject } from '../context.ts'
import type { Rule } from '../rule.ts'
import { readSettings } from '../settings.ts'
import type { SourceReport } from '../source-report.ts'
import { evaluatingRules } from './evaluated-findings.ts'
import { countMessages, type EvaluationTask, listGroups } from './evaluator.ts'
import { contentOf, evaluationTask } from './leave-one-out.ts'

/** The evaluations that a check will use: their number, and all that they depend on. */
export interface EvaluationPlan {
  readonly task: EvaluationTask
  readonly content: string
  readonly count: number
}

/** Plans the evaluations of a check; undefined if no rule of the run uses them. */
export function planEvaluations(
  reports: readonly SourceReport[],
  config: ProjectConfig,
  rules: readonly Rule[],
): EvaluationPlan | undefined {
  const settings = readSettings(config)
  const isUsed = evaluatingRules(rules).some(rule => settings.isEverOn(rule))
  if (!isUsed) return undefined
  const task = evaluationTask(projectSubject({ reports, config, renames: [], memory: noMemory }))
  let content: string | undefined
  return {
    task,
    count: countMessages(listGroups(task)),
    get content() {
      content ??= contentOf(task)
      return content
    },
  }
}
