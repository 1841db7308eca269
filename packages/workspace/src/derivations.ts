import { blockingRules, createSourceCheck, type SourceReport, withTriggersHash } from '@scenewright/checker'
import type { Derivation } from '@scenewright/compiler'
import {
  type CompiledScenario,
  type CompiledSource,
  edgePath,
  nodePath,
  type ScenarioModel,
} from '@scenewright/model/compilation'
import type { ProjectConfig } from '@scenewright/model/config'
import type { ConversationTests } from '@scenewright/model/conversation-tests'

/** The report of a source, and its scenarios. */
interface CheckedSource {
  readonly report: SourceReport
  readonly scenarios: readonly ScenarioModel[]
}

/** The same, and its conversation tests. */
interface TestedSource extends CheckedSource {
  readonly tests?: ConversationTests
  /** The places of its flows' parts, only for coverage. */
  readonly flows?: readonly FlowLines[]
}

/** The data derived from each source, by name: a worker receives the name. */
export interface Derivations {
  readonly check: Derivation<SourceReport>
  readonly compile: Derivation<CheckedSource>
  readonly tests: Derivation<TestedSource>
  readonly coverage: Derivation<TestedSource>
}

/** The derivations under a config. */
export function createDerivations(config: ProjectConfig): Derivations {
  const checkForDocument = createSourceCheck(config, blockingRules)
  const check = createSourceCheck(config)
  const reportOf = (source: CompiledSource, isKept = false): SourceReport =>
    isKept ? withTriggersHash(check(source)) : check(source)
  const checked = (source: CompiledSource): CheckedSource => ({
    report: checkForDocument(source),
    scenarios: source.scenarios.map(({ map: _map, ...model }): ScenarioModel => model),
  })
  const tested = (source: CompiledSource): TestedSource => ({
    ...checked(source),
    ...(source.tests && { tests: source.tests }),
  })
  return {
    check: { name: 'check', of: reportOf },
    compile: { name: 'compile', skipsTests: true, of: checked },
    tests: { name: 'tests', of: tested },
    coverage: { name: 'coverage', of: source => ({ ...tested(source), flows: source.scenarios.map(flowLinesOf) }) },
  }
}

/** The lines of a scenario's nodes and edges in its file, by id. Plain data. */
export interface FlowLines {
  readonly key: string
  /** Relative to the project's root. */
  readonly file: string
  readonly nodes: PartLines
  readonly edges: PartLines
}

type PartLines = readonly (readonly [id: string, line: number])[]

/** The lines of the nodes and edges of a scenario. Of two parts with one id, both are included. */
function flowLinesOf({ key, file, document, map }: CompiledScenario): FlowLines {
  const { nodes, edges } = document.scenario.definition
  return {
    key,
    file,
    nodes: nodes.map(({ id }, index) => [id, map.place(nodePath(index)).range.start.line]),
    edges: edges.map(({ id }, index) => [id, map.place(edgePath(index)).range.start.line]),
  }
}
