import type { Box, FlowLayout, Line } from './flow-layout.ts'
import { layoutInRows } from './layout-in-rows.ts'
import { layoutWithDagre } from './layout-with-dagre.ts'

/** Beyond so many boxes and lines the library takes seconds, then minutes, and the engine's stack may not suffice. */
const most = 500

/**
 * Loads what lays out flows, top down: few boxes with few crossings, many of them in plain rows, in a moment either way.
 * Equal boxes and lines get equal places. Of boxes with one id the first counts; lines from or to nowhere are left out.
 */
export async function loadLayout(): Promise<(boxes: readonly Box[], lines: readonly Line[]) => FlowLayout> {
  const dagre = await import('@dagrejs/dagre')
  return (boxes, lines) =>
    boxes.length + lines.length > most ? layoutInRows(boxes, lines) : layoutWithDagre(dagre, boxes, lines)
}
