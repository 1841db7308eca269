import { type CompiledScenario, scenarioPath } from '@scenewright/model'
import { packRange } from './packed-range.ts'
import { type Rule, rulesOf } from './rule.ts'
import type { Settings } from './settings.ts'
import type { ScenarioFacts, TriggerFacts } from './source-report.ts'

/** Makes what gathers of a scenario what the rules of the whole project, as far as they are on, need of it. */
export function createFacts(rules: readonly Rule[], settings: Settings): (scenario: CompiledScenario) => ScenarioFacts {
  const areTriggersWanted = rulesOf(rules, 'project').some(rule => rule.needsTriggers && settings.isEverOn(rule))
  return scenario => {
    const { key, isActive, renamedFrom, document } = scenario
    return {
      key,
      ...keyPlaceOf(scenario),
      isActive,
      ...(renamedFrom !== undefined && { renamedFrom }),
      nodes: document.scenario.definition.nodes.map(({ id }) => id),
      ...(areTriggersWanted && { trigger: triggerOf(scenario) }),
    }
  }
}

function keyPlaceOf({ map }: CompiledScenario): Pick<ScenarioFacts, 'keyPlace'> {
  const keyPlace = map.sourceField('key')
  const { line, column } = keyPlace.range.start
  return line === 1 && column === 1 ? {} : { keyPlace }
}

function triggerOf({ document, map }: CompiledScenario): TriggerFacts {
  const { definition: _definition, layout: _layout, ...fields } = document.scenario
  const placesOf = (field: 'examples' | 'exclusions') =>
    (fields[field] ?? []).map((_text, index) => packRange(map.place(scenarioPath(field, index)).range))
  return { fields, examplePlaces: placesOf('examples'), exclusionPlaces: placesOf('exclusions') }
}
