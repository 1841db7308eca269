import { loadLayout } from '@scenewright/graph'
import type { Definition } from '@scenewright/model'
import { labelText, linkLine, nodeBox } from '../../render/graph/boxes.ts'
import { pictureFlow } from '../../render/graph/picture-flow.ts'
import type { FlowPicture } from './protocol.ts'

/** A scenario to draw, and the lines of its parts by their index; 0 without a source. */
export interface FlowToDraw {
  readonly key: string
  readonly title: string
  readonly definition: Definition
  readonly nodeLine: (index: number) => number
  readonly edgeLine: (index: number) => number
}

/** Computes the positions of a flow. Loads the layout when it is first needed. */
export async function drawFlow({ key, title, definition, nodeLine, edgeLine }: FlowToDraw): Promise<FlowPicture> {
  const layout = await loadLayout()
  const picture = pictureFlow({ key, title, flow: definition })
  const boxes = picture.nodes.map(nodeBox)
  const placed = layout(boxes, picture.links.map(linkLine))
  return {
    width: placed.width,
    height: placed.height,
    nodes: picture.nodes.map(({ id, name, text, look, isStart }, index) => {
      const { lines, width = 0, height = 0 } = boxes[index] ?? { lines: { name: [name], text: [] } }
      const center = placed.boxes.get(id) ?? { x: width / 2, y: height / 2 }
      const line = look === 'missing' ? 0 : nodeLine(definition.nodes.findIndex(node => node.id === id))
      const [x, y] = [center.x - width / 2, center.y - height / 2]
      return { id, name, text, lines, look, isStart, x, y, width, height, line }
    }),
    edges: picture.links.map(({ source, target, label }, index) => {
      const { points = [], label: at } = placed.lines[index] ?? {}
      return {
        id: definition.edges[index]?.id ?? '',
        source,
        target,
        label: labelText(label),
        ...(at !== undefined && { labelAt: [at.x, at.y] as const }),
        points: points.map(({ x, y }) => [x, y] as const),
        line: edgeLine(index),
      }
    }),
  }
}
