import { useEffect, useState } from 'preact/hooks'
import type { CheckEditAnswer, ScenarioAnswer } from '../../../commands/studio/protocol.ts'
import { type Draft, drafts, dropOperation, dropOperations } from '../editing/drafts.ts'
import { describeOperation, subjectOf } from '../editing/operation.ts'
import { previewDraft } from '../editing/save.ts'
import { FindingList } from '../findings/finding-list.tsx'
import { reportError } from '../notices.tsx'
import { project } from '../project.ts'
import { hrefOf } from '../route.ts'
import { countOf } from '../texts.tsx'
import { NodeFields } from './node-fields.tsx'
import { TriggerFields } from './trigger-fields.tsx'

interface Props {
  readonly scenario: ScenarioAnswer
  /** The id of the selected node. */
  readonly node: string | undefined
}

/** The findings and fields of the selected node, or of the scenario if none is selected. */
export function Inspector({ scenario, node }: Props) {
  const { key, findings, isEditable } = scenario
  const shown = node === undefined ? findings : findings.filter(finding => finding.node === node)
  const draft = drafts.value.get(key)
  return (
    <section class="inspector" aria-label="Inspector" tabIndex={-1}>
      {node !== undefined && (
        <p>
          <a href={hrefOf({ view: 'flow', key })}>Back to the scenario</a>
        </p>
      )}
      {shown.length > 0 && (
        <section class="card" aria-labelledby="findings">
          <h2 id="findings">{countOf(shown.length, 'finding')}</h2>
          <FindingList findings={shown} hasNodes={node === undefined} />
        </section>
      )}
      {draft !== undefined && draft.operations.length > 0 && <Unsaved draft={draft} present={scenario} />}
      {scenario.language === 'typescript' && <CodePlace scenario={scenario} node={node} />}
      <fieldset class="plain" disabled={!isEditable || project.value?.isReadOnly}>
        <legend class="hidden">{node === undefined ? 'Fields of the scenario' : 'Fields of the node'}</legend>
        {node === undefined ? <TriggerFields scenario={scenario} /> : <NodeFields scenario={scenario} node={node} />}
      </fieldset>
    </section>
  )
}

/** What is computed in a source is edited where it is written. */
function CodePlace({ scenario, node }: Props) {
  const line = scenario.picture.nodes.find(({ id }) => id === node)?.line || 1
  const place = `${scenario.file}:${line}`
  return (
    <div class="card">
      <p>
        {scenario.isEditable
          ? 'This source is TypeScript: what its code computes is edited in your editor.'
          : 'This source is TypeScript, and is edited in your editor.'}
      </p>
      <label>
        Open at line
        <input readOnly value={place} onFocus={event => event.currentTarget.select()} />
      </label>
      <p>
        <a href={hrefOf({ view: 'source', file: scenario.file, line: String(line) })}>Show line {line} here</a>
      </p>
    </div>
  )
}

function Unsaved({ draft, present }: { readonly draft: Draft; readonly present: ScenarioAnswer }) {
  const [preview, setPreview] = useState<CheckEditAnswer | undefined>(undefined)
  const { base, operations } = draft
  // It is of the changes that were there when it was asked for.
  useEffect(() => setPreview(undefined), [operations])
  const isOutdated = base.hash !== present.hash
  return (
    <section class="card unsaved-card" aria-labelledby="unsaved">
      <h2 id="unsaved">{countOf(operations.length, 'unsaved change')}</h2>
      {isOutdated && (
        <p role="status" class="notice warn">
          The file was changed on the disk. Your changes are kept: Save shows both.
        </p>
      )}
      <ul>
        {operations.map(operation => (
          <li key={subjectOf(operation)}>
            <bdi>{describeOperation(operation)}</bdi>{' '}
            <button type="button" class="small" onClick={() => dropOperation(base.key, operation)}>
              Drop<span class="hidden"> this change</span>
            </button>
          </li>
        ))}
      </ul>
      <div class="buttons">
        <button type="button" onClick={() => void previewDraft(draft).then(setPreview, reportError)}>
          Check before saving
        </button>
        <button type="button" onClick={() => dropOperations(base.key)}>
          Discard all
        </button>
      </div>
      <div role="status">
        {preview && (
          <>
            <p>
              Saving would fix {countOf(preview.fixed.length, 'finding')} and add{' '}
              {countOf(preview.added.length, 'finding')}.
            </p>
            <FindingList findings={preview.added.map(finding => ({ ...finding, fixes: [] }))} />
          </>
        )}
      </div>
    </section>
  )
}
