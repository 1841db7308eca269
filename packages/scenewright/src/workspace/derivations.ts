import { blockingRules, createSourceCheck, type SourceReport } from '@scenewright/checker'
import type { Derivation } from '@scenewright/compiler'
import type { CompiledSource, ConversationTests, ProjectConfig, ScenarioModel } from '@scenewright/model'
import { type FlowLines, flowLinesOf } from '../commands/test/coverage/flow-lines.ts'

/** What a source gives beside what is to say of it. */
interface CheckedSource {
  readonly report: SourceReport
  readonly scenarios: readonly ScenarioModel[]
}

/** The same, and its conversation tests. */
interface TestedSource extends CheckedSource {
  readonly tests?: ConversationTests
  /** Where the parts of its flows stand, for coverage alone. */
  readonly flows?: readonly FlowLines[]
}

/** What is made of each source, by name: a worker is given the name. */
export interface Derivations {
  readonly check: Derivation<SourceReport>
  readonly compile: Derivation<CheckedSource>
  readonly tests: Derivation<TestedSource>
  readonly coverage: Derivation<TestedSource>
}

/** The derivations under a config. */
export function derivationsOf(config: ProjectConfig): Derivations {
  const checkForDocument = createSourceCheck(config, blockingRules)
  const checked = (source: CompiledSource): CheckedSource => ({
    report: checkForDocument(source),
    scenarios: source.scenarios.map(({ map: _map, ...model }): ScenarioModel => model),
  })
  const tested = (source: CompiledSource): TestedSource => ({
    ...checked(source),
    ...(source.tests && { tests: source.tests }),
  })
  return {
    check: { name: 'check', of: createSourceCheck(config) },
    compile: { name: 'compile', skipsTests: true, of: checked },
    tests: { name: 'tests', of: tested },
    coverage: { name: 'coverage', of: source => ({ ...tested(source), flows: source.scenarios.map(flowLinesOf) }) },
  }
}
