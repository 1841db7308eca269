export { check, finalizeReport } from './check.ts'
export { createSourceCheck } from './check-source.ts'
export { type Memory, placed, type Rename } from './context.ts'
export { isCustomName } from './custom-names.ts'
export { narrow, type Only } from './narrow.ts'
export { findNearestRule } from './nearest-rule.ts'
export { blockingFindings, type CheckReport, type SuppressedFinding, summarize } from './report.ts'
export type { Rule } from './rule.ts'
export { groupOf, namesRule } from './rule-description.ts'
export { findRuleProblems } from './rule-problems.ts'
export { blockingRules, rules } from './rules/index.ts'
export { type RuleState, readSettings } from './settings.ts'
export type { SourceReport } from './source-report.ts'
export {
  type Evaluation,
  type EvaluationTask,
  evaluateShare,
  evaluationsName,
  joinShares,
} from './triggers/leave-one-out.ts'
export { planEvaluations } from './triggers/plan-evaluations.ts'
