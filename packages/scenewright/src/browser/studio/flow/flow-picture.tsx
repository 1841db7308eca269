import type { FlowPictureEdge, FlowPictureNode, FlowPicture as Picture } from '../../../commands/studio/protocol.ts'
import type { NodeMarks } from './marks.ts'

interface Props {
  readonly picture: Picture
  readonly marks?: ReadonlyMap<string, NodeMarks>
  readonly selected?: string | undefined
  /** The ids of the edges of the last walk. */
  readonly lit?: readonly string[]
}

/** A flow as the server placed it. Hidden from screen readers: the outline beside it says the same. */
export function FlowPicture({ picture, marks, selected, lit = [] }: Props) {
  const { width, height, nodes, edges } = picture
  return (
    <svg class="flow" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <defs>
        <marker
          id="arrow"
          viewBox="0 0 10 10"
          refX="9"
          refY="5"
          markerWidth="9"
          markerHeight="9"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path class="arrow" d="M0 0L10 5L0 10z" />
        </marker>
      </defs>
      {edges.map(edge => (
        <Edge key={edge.id} edge={edge} isLit={lit.includes(edge.id)} />
      ))}
      {nodes.map(node => (
        <Node key={node.id} node={node} marks={marks?.get(node.id)} isSelected={node.id === selected} />
      ))}
    </svg>
  )
}

function Edge({ edge, isLit }: { readonly edge: FlowPictureEdge; readonly isLit: boolean }) {
  const { points, label, labelAt } = edge
  if (points.length === 0) return null
  const path = points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('')
  return (
    <>
      <path class={isLit ? 'edge lit' : 'edge'} d={path} marker-end="url(#arrow)" />
      {label !== '' && labelAt && (
        <text class="edge-label" x={labelAt[0]} y={labelAt[1] + 4}>
          {label}
        </text>
      )}
    </>
  )
}

interface NodeProps {
  readonly node: FlowPictureNode
  readonly marks: NodeMarks | undefined
  readonly isSelected: boolean
}

const lineHeight = 17

function Node({ node, marks, isSelected }: NodeProps) {
  const { lines, x, y, width, height, look, isStart } = node
  const classes = [
    'node',
    look,
    marks?.coverage,
    marks?.isChanged && 'changed',
    isSelected && 'selected',
    (marks?.steps.length ?? 0) > 0 && 'lit',
  ]
  const round = look === 'end' ? Math.min(height / 2, 22) : look === 'other' ? 0 : 8
  return (
    <g class={classes.filter(Boolean).join(' ')} transform={`translate(${x} ${y})`} data-node={node.id}>
      <title>{node.text === '' ? node.name : `${node.name}\n${node.text}`}</title>
      <rect class="box" width={width} height={height} rx={round} />
      {[...lines.name, ...lines.text].map((line, index) => (
        <text key={index} class={index < lines.name.length ? 'name' : 'text'} x={width / 2} y={23 + index * lineHeight}>
          {line}
        </text>
      ))}
      {isStart && (
        <text class="start" x={0} y={-6}>
          start
        </text>
      )}
      {marks && <Badges marks={marks} width={width} />}
    </g>
  )
}

/** Signs at the upper right corner: findings, changes, and the steps of the walk. */
function Badges({ marks, width }: { readonly marks: NodeMarks; readonly width: number }) {
  const badges = [
    ...(marks.errors > 0 ? [{ look: 'error', text: `✕ ${marks.errors}` }] : []),
    ...(marks.warnings > 0 ? [{ look: 'warning', text: `▲ ${marks.warnings}` }] : []),
    ...(marks.infos > 0 ? [{ look: 'info', text: `ℹ ${marks.infos}` }] : []),
    ...(marks.isChanged ? [{ look: 'change', text: '±' }] : []),
    ...(marks.steps.length > 0 ? [{ look: 'step', text: marks.steps.slice(0, 3).join(', ') }] : []),
  ]
  let right = width + 8
  return (
    <>
      {badges.reverse().map(({ look, text }) => {
        const size = 14 + 7 * text.length
        right -= size + 3
        return (
          <g key={look} class={`badge ${look}`} transform={`translate(${right} -10)`}>
            <rect width={size} height={19} rx={9.5} />
            <text x={size / 2} y={13.5}>
              {text}
            </text>
          </g>
        )
      })}
    </>
  )
}
