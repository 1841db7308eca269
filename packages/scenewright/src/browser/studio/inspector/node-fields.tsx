import { nodeTypes } from '@scenewright/model'
import { useState } from 'preact/hooks'
import type { ScenarioAnswer } from '../../../commands/studio/protocol.ts'
import { startChatAt } from '../chat/conversation.ts'
import { addOperation, dropOperation, operationsOf } from '../editing/drafts.ts'
import { type Connection, isSameConnection, nameConnections, type Operation, wayBehind } from '../editing/operation.ts'
import { goTo } from '../route.ts'
import { AddNode } from './add-node.tsx'
import { Field } from './field.tsx'

interface Props {
  readonly scenario: ScenarioAnswer
  readonly node: string
}

/** A node's texts and connections. */
export function NodeFields({ scenario, node: id }: Props) {
  const node = scenario.definition.nodes.find(each => each.id === id)
  if (node === undefined) return <p>No such node exists. An edge leads to it.</p>
  const isStart = scenario.definition.start_node_id === id
  return (
    <>
      <h2>
        Node <bdi>{id}</bdi>
      </h2>
      {typeof node.text === 'string' && (
        <NodeText key={`text ${id}`} scenario={scenario} node={id} field="text" present={node.text} />
      )}
      {node.type !== nodeTypes.end && (
        <NodeText key={`title ${id}`} scenario={scenario} node={id} field="title" present={node.title ?? ''} />
      )}
      <Connections scenario={scenario} node={id} />
      <p class="buttons">
        <button
          type="button"
          onClick={() => {
            startChatAt({ key: scenario.key, node: id })
            goTo({ view: 'chat' })
          }}
        >
          Chat from here
        </button>
        {!isStart && (
          <button type="button" onClick={() => addOperation(scenario, { kind: 'remove-node', node: id })}>
            Remove node
          </button>
        )}
      </p>
      <Rename key={`rename ${id}`} scenario={scenario} node={id} />
      <AddNode key={`add ${id}`} scenario={scenario} node={id} />
    </>
  )
}

interface NodeTextProps extends Props {
  readonly field: 'text' | 'title'
  readonly present: string
}

function NodeText({ scenario, node, field, present }: NodeTextProps) {
  const pending = operationsOf(scenario.key).find(
    each => each.kind === 'node-field' && each.node === node && each.field === field,
  )
  const value = pending?.kind === 'node-field' ? pending.value : present
  const base = pending?.kind === 'node-field' ? pending.base : present
  return (
    <Field
      label={field === 'text' ? 'Reply' : 'Title'}
      isLong={field === 'text'}
      value={value}
      isChanged={pending !== undefined}
      onChange={text => addOperation(scenario, { kind: 'node-field', node, field, base, value: text })}
    />
  )
}

function Connections({ scenario, node }: Props) {
  const { nodes, edges } = scenario.definition
  const own = nameConnections(edges).filter(({ source }) => source === node)
  const pending = operationsOf(scenario.key)
  const added = pending.flatMap(each => (each.kind === 'connect' && each.source === node ? [each] : []))
  const free = nodes.filter(({ id }) => ![...own, ...added].some(({ target }) => target === id))
  const [target, setTarget] = useState('')
  const removalOf = (connection: Connection): Operation | undefined =>
    pending.find(each => each.kind === 'disconnect' && isSameConnection(each, connection))
  const connect = (event: Event) => {
    event.preventDefault()
    if (target === '') return
    addOperation(scenario, { kind: 'connect', source: node, target })
    setTarget('')
  }
  return (
    <section class="text-list" aria-label="Connections">
      <h3>Leads to</h3>
      {own.length === 0 && added.length === 0 && <p class="soft">Nothing: the scenario ends here.</p>}
      <ul>
        {own.map((connection, index) => {
          const removal = removalOf(connection)
          return (
            <li key={index} class={removal ? 'removed' : ''}>
              <bdi>{connection.target + wayBehind(connection)}</bdi>
              <button
                type="button"
                class="small"
                onClick={() =>
                  removal
                    ? dropOperation(scenario.key, removal)
                    : addOperation(scenario, { kind: 'disconnect', ...connection })
                }
              >
                {removal ? 'Keep' : 'Remove'}
                <span class="hidden"> the connection to {connection.target + wayBehind(connection)}</span>
              </button>
            </li>
          )
        })}
        {added.map(operation => (
          <li key={operation.target} class="added">
            <bdi>{operation.target}</bdi> <span class="tag">unsaved</span>
            <button type="button" class="small" onClick={() => dropOperation(scenario.key, operation)}>
              Remove<span class="hidden"> the connection to {operation.target}</span>
            </button>
          </li>
        ))}
      </ul>
      <form class="inline" onSubmit={connect}>
        <select aria-label="Connect to" value={target} onChange={event => setTarget(event.currentTarget.value)}>
          <option value="">Choose a node</option>
          {free.map(({ id }) => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
        </select>
        <button type="submit">Connect</button>
      </form>
    </section>
  )
}

function Rename({ scenario, node }: Props) {
  const [name, setName] = useState(node)
  const rename = (event: Event) => {
    event.preventDefault()
    const to = name.trim()
    if (to !== '' && to !== node) addOperation(scenario, { kind: 'rename-node', node, to })
  }
  return (
    <form class="inline labelled" onSubmit={rename}>
      <label>
        Name of the node
        <input value={name} dir="auto" onInput={event => setName(event.currentTarget.value)} />
      </label>
      <button type="submit">Rename</button>
    </form>
  )
}
