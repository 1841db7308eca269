import { useRef, useState } from 'preact/hooks'
import type { ScenarioAnswer } from '../../../commands/studio/protocol.ts'
import { addOperation, drafts, dropOperation, operationsOf } from '../editing/drafts.ts'
import type { FieldName, ListName, Operation } from '../editing/operation.ts'
import { faultOf, maxConfidence, minConfidence, numberOrText } from '../editing/operation-faults.ts'
import { Field } from './field.tsx'

/** What starts a scenario: its texts and thresholds. */
export function TriggerFields({ scenario }: { readonly scenario: ScenarioAnswer }) {
  return (
    <>
      <h2>Trigger</h2>
      <ScenarioField scenario={scenario} field="title" label="Title" />
      <ScenarioField scenario={scenario} field="trigger_description" label="Trigger description" isLong />
      <TextList scenario={scenario} list="examples" label="Examples" noun="example" />
      <TextList scenario={scenario} list="exclusions" label="Exclusions" noun="exclusion" />
      <h2>Settings</h2>
      <ScenarioField
        scenario={scenario}
        field="min_confidence"
        label="Confidence"
        isNumber
        help={`${minConfidence} to ${maxConfidence}. The scenario starts from this confidence on.`}
      />
      <ScenarioField scenario={scenario} field="priority" label="Priority" isNumber />
      <ScenarioField scenario={scenario} field="clarification_label" label="Clarification label" />
      <ScenarioField scenario={scenario} field="exit_message" label="Exit message" isLong />
      <ScenarioField scenario={scenario} field="description" label="Description" isLong />
      <Active scenario={scenario} />
    </>
  )
}

interface ScenarioFieldProps {
  readonly scenario: ScenarioAnswer
  readonly field: FieldName
  readonly label: string
  readonly isLong?: boolean
  readonly isNumber?: boolean
  readonly help?: string
}

function ScenarioField({ scenario, field, isNumber = false, ...shown }: ScenarioFieldProps) {
  const pending = operationsOf(scenario.key).find(each => each.kind === 'field' && each.field === field)
  const present = scenario.fields[field] ?? ''
  const value = pending?.kind === 'field' ? pending.value : present
  const change = (text: string) => {
    // What is no number is kept as it is typed, and refused.
    const next = isNumber ? numberOrText(text) : text
    const base = drafts.peek().get(scenario.key)?.base.fields[field] ?? present
    addOperation(scenario, { kind: 'field', field, base, value: next })
  }
  return (
    <Field
      {...shown}
      isNumber={isNumber}
      value={String(value ?? '')}
      fault={pending && faultOf(pending)}
      onChange={change}
      isChanged={pending !== undefined}
    />
  )
}

function Active({ scenario }: { readonly scenario: ScenarioAnswer }) {
  const pending = operationsOf(scenario.key).find(each => each.kind === 'active')
  const value = pending?.kind === 'active' ? pending.value : scenario.isActive
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={value}
        onChange={event =>
          addOperation(scenario, { kind: 'active', base: scenario.isActive, value: event.currentTarget.checked })
        }
      />
      Active
    </label>
  )
}

interface TextListProps {
  readonly scenario: ScenarioAnswer
  readonly list: ListName
  readonly label: string
  readonly noun: string
}

/** The texts of a list, each with a button to remove it, and a field for one more. */
function TextList({ scenario, list, label, noun }: TextListProps) {
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const pending = operationsOf(scenario.key)
  const removed = pending.flatMap(each => (isOf(each, 'remove-text', list) ? [each] : []))
  const added = pending.flatMap(each => (isOf(each, 'add-text', list) ? [each] : []))
  const add = (event: Event) => {
    event.preventDefault()
    const one = text.trim()
    if (one === '') return
    addOperation(scenario, { kind: 'add-text', list, text: one })
    setText('')
    input.current?.focus()
  }
  return (
    <section class="text-list" aria-label={label}>
      <h3>{label}</h3>
      <ul>
        {(scenario.fields[list] ?? []).map((each, index, all) => {
          const nth = all.slice(0, index).filter(other => other === each).length
          const removal = removed.find(operation => operation.text === each && operation.nth === nth)
          return (
            <li key={`${index} ${each}`} class={removal ? 'removed' : ''}>
              <bdi>{each}</bdi>
              <button
                type="button"
                class="small"
                onClick={() =>
                  removal
                    ? dropOperation(scenario.key, removal)
                    : addOperation(scenario, { kind: 'remove-text', list, text: each, nth })
                }
              >
                {removal ? 'Keep' : 'Remove'}
                <span class="hidden"> “{each}”</span>
              </button>
            </li>
          )
        })}
        {added.map(operation => (
          <li key={operation.text} class="added">
            <bdi>{operation.text}</bdi> <span class="tag">unsaved</span>
            <button type="button" class="small" onClick={() => dropOperation(scenario.key, operation)}>
              Remove<span class="hidden"> “{operation.text}”</span>
            </button>
          </li>
        ))}
      </ul>
      <form class="inline" onSubmit={add}>
        <input
          ref={input}
          aria-label={`New ${noun}`}
          value={text}
          dir="auto"
          onInput={event => setText(event.currentTarget.value)}
        />
        <button type="submit">Add {noun}</button>
      </form>
    </section>
  )
}

function isOf<Kind extends 'add-text' | 'remove-text'>(
  operation: Operation,
  kind: Kind,
  list: ListName,
): operation is Extract<Operation, { readonly kind: Kind }> {
  return operation.kind === kind && 'list' in operation && operation.list === list
}
