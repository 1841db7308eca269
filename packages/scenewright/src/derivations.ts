import { blockingRules, createSourceCheck, type SourceReport } from '@scenewright/checker'
import type { Derivation } from '@scenewright/compiler'
import type { CompiledSource, ConversationTests, ProjectConfig, ScenarioModel } from '@scenewright/model'

/** What a source gives beside what is to say of it. */
interface CheckedSource {
  readonly report: SourceReport
  readonly scenarios: readonly ScenarioModel[]
}

/** The same, and its conversation tests. */
interface TestedSource extends CheckedSource {
  readonly tests?: ConversationTests
}

/** What is made of each source, by name: a worker is given the name. */
export interface Derivations {
  readonly check: Derivation<SourceReport>
  readonly compile: Derivation<CheckedSource>
  readonly tests: Derivation<TestedSource>
}

/** The derivations under a config. */
export function derivationsOf(config: ProjectConfig): Derivations {
  const checkForDocument = createSourceCheck(config, blockingRules)
  const checked = (source: CompiledSource): CheckedSource => ({
    report: checkForDocument(source),
    scenarios: source.scenarios.map(({ map: _map, ...model }): ScenarioModel => model),
  })
  return {
    check: { name: 'check', of: createSourceCheck(config) },
    compile: { name: 'compile', skipsTests: true, of: checked },
    tests: { name: 'tests', of: source => ({ ...checked(source), ...(source.tests && { tests: source.tests }) }) },
  }
}
