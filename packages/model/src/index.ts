export { assumptions } from './assumptions.ts'
export { InternalError, type OperationCode, OperationError } from './errors.ts'
export {
  compareFindings,
  type Edit,
  type Finding,
  type Fix,
  type Level,
  type Place,
  type Position,
  type Range,
  type RelatedPlace,
  type Severity,
  startOfFile,
} from './finding.ts'
export { isObject } from './json-object.ts'
export {
  alwaysCondition,
  type Condition,
  comparePriority,
  contentFields,
  type Definition,
  documentFormat,
  documentVersion,
  type FlowEdge,
  type FlowNode,
  fieldOrder,
  type ImportDocument,
  nodeTypes,
  type ScenarioFields,
  scenarioDefaults,
} from './scenario.ts'
