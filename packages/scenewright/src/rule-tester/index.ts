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
} from '../workspace/custom-rules/custom-rule.ts'
export type { ExpectedFinding, InvalidCase, RuleTests, TestSources } from './rule-tests.ts'
export { testRule } from './test-rule.ts'
