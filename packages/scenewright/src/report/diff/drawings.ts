import type { ScenarioDiff } from '@scenewright/differ'
import { touchedFlow } from '../../diff/touched-flow.ts'
import { type DiffReport, flowsOf } from './format.ts'
import { mermaidBlock } from './mermaid.ts'

/** A page with more of them is slow to show, and nobody looks at all of them. */
const mostDrawings = 10

/** So many nodes are seen at a glance. */
const mostNodes = 12

/**
 * A drawing of what is touched in each scenario, as blocks of markdown in the same order: of the first ones, as far as
 * there is room; empty where nothing is to be drawn.
 */
export function drawings(
  { compared }: DiffReport,
  scenarios: readonly ScenarioDiff[],
  room: number,
): readonly string[] {
  const flows = flowsOf(compared)
  let left = room
  let drawn = 0
  return scenarios.map(scenario => {
    const { base, head } = drawn < mostDrawings ? flows(scenario) : {}
    const touched = base && head && touchedFlow({ base, head }, scenario.changes, mostNodes)
    const block = touched === undefined ? '' : `${mermaidBlock(touched)}\n`
    if (block === '' || block.length > left) return ''
    left -= block.length
    drawn += 1
    return block
  })
}
