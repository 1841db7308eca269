import { type Place, type ScenarioFields, startOfFile } from '@scenewright/model'
import { compareText } from '@scenewright/model/text'
import type { Contender } from '@scenewright/simulator'
import type { ProjectSubject } from '../context.ts'
import { type PackedRanges, type ScenarioFacts, type SourceReport, unpackRange } from '../source-report.ts'

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

function activeScenario({ file }: SourceReport, { key, keyPlace, trigger }: ScenarioFacts): ActiveScenario | undefined {
  if (trigger === undefined) return undefined
  const { fields, examplePlaces, exclusionPlaces } = trigger
  const place = keyPlace ?? { file, range: startOfFile }
  const placeOf = (ranges: PackedRanges, index: number): Place => {
    return { file, range: unpackRange(ranges, index) ?? startOfFile }
  }
  return {
    key,
    fields,
    examples: fields.examples ?? [],
    exclusions: fields.exclusions ?? [],
    place,
    examplesPlace: spanOf(examplePlaces, place),
    examplePlace: index => placeOf(examplePlaces, index),
    exclusionPlace: index => placeOf(exclusionPlaces, index),
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
  const scenario = share(activeScenarios).find(each => each.key === key)
  const text = nearest && scenario?.examples[nearest.example]
  return nearest && scenario && text !== undefined ? { text, place: scenario.examplePlace(nearest.example) } : undefined
}
