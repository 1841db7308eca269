import type { Place, Position, Range } from '@scenewright/model'
import { type CompiledScenario, scenarioPath } from '@scenewright/model/compilation'

/** The range of a scenario in its file, from the first of its title, description and nodes to the last, in any order. */
export function scenarioExtent({ file, document, map }: CompiledScenario): Range {
  const nodes = document.scenario.definition.nodes.map((_, index) => map.wholeNode(index))
  const title = map.place(scenarioPath('title'))
  const parts = [title, map.place(scenarioPath('trigger_description')), ...nodes]
  // A part may come from a file that the source imports.
  const [first = title, ...others] = parts.filter(place => place.file === file)
  return others.reduce(joined, first.range)
}

function joined(one: Range, { range: other }: Place): Range {
  return {
    start: isBefore(other.start, one.start) ? other.start : one.start,
    end: isBefore(one.end, other.end) ? other.end : one.end,
  }
}

/** Whether a position precedes another one. */
export function isBefore(one: Position, other: Position): boolean {
  return one.line < other.line || (one.line === other.line && one.column < other.column)
}
