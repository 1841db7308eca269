export type {
  Change,
  Condition,
  Config,
  CustomRule,
  Definition,
  DocumentPath,
  FlowEdge,
  FlowNode,
  OptionValue,
  ProjectContext,
  ProjectReport,
  ProjectRule,
  RuleOptions,
  Scenario,
  ScenarioContext,
  ScenarioDocument,
  ScenarioReport,
  ScenarioRule,
} from '@scenewright/workspace/custom-rules/types'
export type { ExpectedFinding, InvalidCase, RuleTests, TestSources } from './rule-tests.ts'
export { testRule } from './test-rule.ts'
