import type { FlowPictureNode, ScenarioAnswer } from '../../../commands/studio/protocol.ts'
import { hrefOf } from '../route.ts'
import { describeMarks, type NodeMarks } from './marks.ts'

interface Props {
  readonly scenario: ScenarioAnswer
  readonly marks: ReadonlyMap<string, NodeMarks>
  readonly selected: string | undefined
}

/** The flow as a list: every node with its marks, and where it leads. */
export function Outline({ scenario, marks, selected }: Props) {
  const { nodes, edges } = scenario.picture
  const names = new Map(nodes.map(({ id, name }) => [id, name]))
  return (
    <nav class="outline" aria-labelledby="outline">
      <h2 id="outline">Outline</h2>
      <ol>
        {nodes.map(node => {
          const targets = edges
            .filter(({ source }) => source === node.id)
            .map(({ target }) => names.get(target) ?? target)
          return (
            <li key={node.id}>
              <a
                href={hrefOf({ view: 'flow', key: scenario.key, node: node.id })}
                aria-current={node.id === selected || undefined}
              >
                <b dir="auto">{node.name}</b> <NodeDetails node={node} marks={marks.get(node.id)} targets={targets} />
              </a>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

interface DetailsProps {
  readonly node: FlowPictureNode
  readonly marks: NodeMarks | undefined
  readonly targets: readonly string[]
}

function NodeDetails({ node, marks, targets }: DetailsProps) {
  const words = [...(node.isStart ? ['start'] : []), ...lookWords(node), ...(marks ? describeMarks(marks) : [])]
  return (
    <span class="details">
      {words.join(' · ')}
      {targets.length > 0 && (
        <>
          {words.length > 0 && ' '}
          <span aria-hidden="true">→ </span>
          <span class="hidden">leads to </span>
          {targets.map((target, index) => (
            <span key={target}>
              {index > 0 && ', '}
              <bdi>{target}</bdi>
            </span>
          ))}
        </>
      )}
    </span>
  )
}

function lookWords({ look }: FlowPictureNode): readonly string[] {
  if (look === 'end') return ['end']
  if (look === 'missing') return ['does not exist']
  return look === 'other' ? ['cannot be simulated'] : []
}
