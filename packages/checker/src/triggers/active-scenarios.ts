import { type Place, type ScenarioFields, startOfFile } from '@scenewright/model'
import { compareText } from '@scenewright/model/text'
import type { Contender } from '@scenewright/simulator'
import type { ProjectSubject } from '../context.ts'
import {
  type PackedRanges,
  type ScenarioFacts,
  type SourceReport,
  type TriggerFacts,
  unpackRange,
} from '../source-report.ts'

/** A scenario that takes part in scenario matching. */
export interface ActiveScenario {
  readonly key: string
  readonly fields: ScenarioFields
  readonly examples: readonly string[]
  readonly exclusions: readonly string[]
  /** The place of the whole scenario: its key, or else the start of its file. */
  readonly place: Place
  /** The place of all of its examples together. */
  readonly examplesPlace: Place
  examplePlace(index: number): Place
  exclusionPlace(index: number): Place
}

/** The scenarios that take part, by their keys. For `share`. */
export function scenariosByKey({ share }: ProjectSubject): ReadonlyMap<string, ActiveScenario> {
  return new Map(share(activeScenarios).map(scenario => [scenario.key, scenario]))
}

/** The scenarios that take part, in the order of their keys; the first one for each key. */
export function activeScenarios({ reports }: ProjectSubject): readonly ActiveScenario[] {
  const byKey = new Map<string, ActiveScenario>()
  for (const report of reports) {
    for (const facts of report.scenarios) {
      const { key, isActive } = facts
      const scenario = isActive && !byKey.has(key) ? activeScenario(report, facts) : undefined
      if (scenario !== undefined) byKey.set(key, scenario)
    }
  }
  return [...byKey.values()].sort((a, b) => compareText(a.key, b.key))
}

function activeScenario({ file }: SourceReport, facts: ScenarioFacts): ActiveScenario | undefined {
  return facts.trigger && new ReportedScenario(file, facts, facts.trigger)
}

/** Its places are made when they are asked for: most scenarios have no finding. */
class ReportedScenario implements ActiveScenario {
  readonly key: string
  readonly fields: ScenarioFields
  readonly examples: readonly string[]
  readonly exclusions: readonly string[]
  readonly #file: string
  readonly #keyPlace: Place | undefined
  readonly #trigger: TriggerFacts

  constructor(file: string, { key, keyPlace }: ScenarioFacts, trigger: TriggerFacts) {
    this.key = key
    this.fields = trigger.fields
    this.examples = trigger.fields.examples ?? []
    this.exclusions = trigger.fields.exclusions ?? []
    this.#file = file
    this.#keyPlace = keyPlace
    this.#trigger = trigger
  }

  get place(): Place {
    return this.#keyPlace ?? { file: this.#file, range: startOfFile }
  }

  get examplesPlace(): Place {
    return spanOf(this.#trigger.examplePlaces, this.place)
  }

  examplePlace(index: number): Place {
    return this.#placeOf(this.#trigger.examplePlaces, index)
  }

  exclusionPlace(index: number): Place {
    return this.#placeOf(this.#trigger.exclusionPlaces, index)
  }

  #placeOf(ranges: PackedRanges, index: number): Place {
    return { file: this.#file, range: unpackRange(ranges, index) ?? startOfFile }
  }
}

/** From the start of the first range to the end of the last. */
function spanOf(ranges: PackedRanges, { file, range }: Place): Place {
  const [first, last] = [unpackRange(ranges, 0), unpackRange(ranges, -1)]
  return { file, range: first === undefined || last === undefined ? range : { start: first.start, end: last.end } }
}

/** The most similar example of a contender. */
export function findExample(
  { share }: ProjectSubject,
  { scenario: key, nearest }: Contender,
): { readonly text: string; readonly place: Place } | undefined {
  const scenario = share(scenariosByKey).get(key)
  const text = nearest && scenario?.examples[nearest.example]
  return nearest && scenario && text !== undefined ? { text, place: scenario.examplePlace(nearest.example) } : undefined
}
