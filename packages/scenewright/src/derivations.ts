import { blockingRules, createSourceCheck, type SourceReport } from '@scenewright/checker'
import type { Derivation } from '@scenewright/compiler'
import type { ProjectConfig, ScenarioModel } from '@scenewright/model'

/** What a source gives beside what is to say of it. */
interface CheckedSource {
  readonly report: SourceReport
  readonly scenarios: readonly ScenarioModel[]
}

/** What is made of each source, by name: a worker is given the name. */
export interface Derivations {
  readonly check: Derivation<SourceReport>
  readonly compile: Derivation<CheckedSource>
}

/** The derivations under a config. */
export function derivationsOf(config: ProjectConfig): Derivations {
  const checkForDocument = createSourceCheck(config, blockingRules)
  return {
    check: { name: 'check', of: createSourceCheck(config) },
    compile: {
      name: 'compile',
      skipsTests: true,
      of: source => ({
        report: checkForDocument(source),
        scenarios: source.scenarios.map(({ map: _map, ...model }): ScenarioModel => model),
      }),
    },
  }
}
