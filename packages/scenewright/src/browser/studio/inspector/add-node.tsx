import { useId, useRef, useState } from 'preact/hooks'
import type { ScenarioAnswer } from '../../../commands/studio/protocol.ts'
import { addOperation, operationsOf } from '../editing/drafts.ts'
import { isSameConnection, nameConnections, wayBehind } from '../editing/operation.ts'
import { announce } from '../notices.tsx'

interface Props {
  readonly scenario: ScenarioAnswer
  /** The node that the new one is placed next to. */
  readonly node: string
}

/** A form for one more reply: on a connection of this node, behind it, or not connected yet. */
export function AddNode({ scenario, node }: Props) {
  const { nodes, edges } = scenario.definition
  const places = nameConnections(edges).filter(({ source, target }) => source === node || target === node)
  const [place, setPlace] = useState(places.length > 0 ? '0' : 'after')
  const [name, setName] = useState('')
  const [text, setText] = useState('')
  const [fault, setFault] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const faultId = useId()
  const add = (event: Event) => {
    event.preventDefault()
    const id = name.trim()
    const added = operationsOf(scenario.key).flatMap(each => (each.kind === 'add-node' ? [each] : []))
    const isTaken = [...nodes.map(each => each.id), ...added.map(each => each.node)].includes(id)
    const between = places[Number(place)]
    const isFull = between && added.some(each => each.between && isSameConnection(each.between, between))
    const wrong =
      id === ''
        ? 'Enter a name.'
        : isTaken
          ? 'A node with this name exists.'
          : text.trim() === ''
            ? 'Enter a reply.'
            : isFull
              ? 'This connection has a new node already. Save it first, or choose another place.'
              : ''
    setFault(wrong)
    if (wrong !== '') return input.current?.focus()
    const after = place === 'after' ? { after: node } : {}
    addOperation(scenario, { kind: 'add-node', node: id, text: text.trim(), ...(between && { between }), ...after })
    announce(`Added the node ${id}. It is not saved yet.`)
    setName('')
    setText('')
  }
  return (
    <form class="card add-node" onSubmit={add} aria-labelledby={`${faultId}-title`}>
      <h3 id={`${faultId}-title`}>Add a node</h3>
      <label>
        Name of the new node
        <input
          ref={input}
          value={name}
          aria-invalid={fault !== ''}
          aria-describedby={faultId}
          onInput={event => setName(event.currentTarget.value)}
        />
      </label>
      <label>
        Reply of the new node
        <textarea rows={3} value={text} dir="auto" onInput={event => setText(event.currentTarget.value)} />
      </label>
      <label>
        Place
        <select value={place} onChange={event => setPlace(event.currentTarget.value)}>
          {places.map((each, index) => (
            <option key={index} value={String(index)}>
              {`Between ${each.source} and ${each.target}${wayBehind(each)}`}
            </option>
          ))}
          <option value="after">{`After ${node}, as a new connection`}</option>
          <option value="none">Not connected yet</option>
        </select>
      </label>
      <p id={faultId} role="alert" class="fault">
        {fault}
      </p>
      <button type="submit">Add node</button>
    </form>
  )
}
