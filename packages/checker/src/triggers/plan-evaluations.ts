import { linesHash } from '@scenewright/model/text-hash'
import { projectSubject } from '../context.ts'
import { readSettings } from '../settings.ts'
import { countMessages, type EvaluationTask, listGroups } from './evaluator.ts'
import { evaluationTask } from './leave-one-out.ts'
import { type TriggerProject, triggerRules } from './trigger-findings.ts'

/** The evaluations that a check will use. */
export interface EvaluationPlan {
  readonly task: EvaluationTask
  /** The number of messages. */
  readonly count: number
}

/** Plans the evaluations of a check; undefined if no rule of the run uses them. */
export function planEvaluations({ reports, config, rules }: TriggerProject): EvaluationPlan | undefined {
  const settings = readSettings(config)
  const isUsed = triggerRules(rules).some(rule => rule.needsEvaluations && settings.isEverOn(rule))
  if (!isUsed) return undefined
  const task = evaluationTask(projectSubject({ reports, config, renames: [] }))
  return { task, count: countMessages(listGroups(task)) }
}

/** Identifies all that the evaluations of a task depend on. */
export function contentOfEvaluations({ scenarios, messages, settings }: EvaluationTask): string {
  return linesHash(lines())

  function* lines() {
    yield JSON.stringify([settings, messages])
    for (const { key, fields } of scenarios) yield JSON.stringify([key, fields])
  }
}
