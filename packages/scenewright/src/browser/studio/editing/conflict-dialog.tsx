import { useEffect, useRef } from 'preact/hooks'
import type { ScenarioAnswer } from '../../../commands/studio/protocol.ts'
import type { Draft } from './drafts.ts'
import { describeOperation, type Operation, presentValue, subjectOf } from './operation.ts'
import { type Conflict, conflict, dropDraft, reapply } from './save.ts'

/** Shows a file that was changed by somebody else beside the unsaved changes, and asks which to keep. */
export function ConflictDialog() {
  const shown = conflict.value
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (shown !== undefined) dialog.current?.showModal()
  }, [shown])
  if (shown === undefined) return null
  const file = shown.kind === 'text' ? shown.draft.file : shown.draft.base.file
  /** Closed by itself, the dialog gives the focus back. */
  const settle = (decide: (settled: Conflict) => void) => {
    dialog.current?.close()
    decide(shown)
    conflict.value = undefined
  }
  const isGone = shown.present === undefined
  const isReplacing = shown.kind === 'text' && shown.present?.merged === undefined
  return (
    <dialog ref={dialog} class="conflict" aria-labelledby="conflict-title" onClose={() => (conflict.value = undefined)}>
      <h2 id="conflict-title">The file was changed elsewhere</h2>
      <p>
        <code>
          <bdi>{file}</bdi>
        </code>{' '}
        is not as it was when you began. The following was not saved.
      </p>
      <Situation settled={shown} />
      <div class="buttons">
        {!isGone && (
          <button type="button" class="primary" onClick={() => settle(reapply)}>
            {isReplacing ? 'Replace the text by mine' : 'Reapply my changes'}
          </button>
        )}
        <button type="button" onClick={() => settle(dropDraft)}>
          Reload, and discard my changes
        </button>
        <button type="button" onClick={() => settle(() => undefined)}>
          Decide later
        </button>
      </div>
      {!isGone && (
        <p class="soft">
          {isReplacing && 'Both texts change the same lines. '}
          {isReplacing ? 'Your text stays unsaved' : 'Reapplied changes stay unsaved'} until you press Save.
        </p>
      )}
    </dialog>
  )
}

function Situation({ settled }: { readonly settled: Conflict }) {
  if (settled.kind === 'text') {
    return (
      <div class="two-texts">
        <TextSide name="Your text" text={settled.draft.text} />
        {settled.present === undefined ? (
          <p>The file does not exist any more.</p>
        ) : (
          <TextSide name="On the disk now" text={settled.present.text} />
        )}
      </div>
    )
  }
  const { draft, present } = settled
  if (present === undefined) return <p>The file has no such scenario any more.</p>
  return <Operations draft={draft} present={present} />
}

function TextSide({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <section aria-label={name}>
      <h3>{name}</h3>
      <textarea readOnly rows={14} aria-label={name} value={text} dir="auto" />
    </section>
  )
}

function Operations({ draft, present }: { readonly draft: Draft; readonly present: ScenarioAnswer }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Your change</th>
          <th scope="col">The file now</th>
        </tr>
      </thead>
      <tbody>
        {draft.operations.map(operation => (
          <tr key={subjectOf(operation)}>
            <td>
              <bdi>{describeOperation(operation)}</bdi>
            </td>
            <td>
              <bdi>{fileNow(operation, present)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function fileNow(operation: Operation, present: ScenarioAnswer): string {
  const value = presentValue(operation, present)
  if (value === undefined) return 'What it changes does not exist any more: it would be dropped.'
  if (!('base' in operation)) return value === '' ? 'As before.' : String(value)
  if ((operation.base ?? '') === value) return 'As before.'
  return value === '' ? 'Changed elsewhere: it is empty now.' : `Changed elsewhere: "${value}"`
}
