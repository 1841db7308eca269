import { project } from '../project.ts'
import { unsavedCount } from './drafts.ts'
import { canRedo, canUndo, redo, undo } from './history.ts'
import { save } from './save.ts'

/** Save, Undo and Redo, the same in every view. */
export function EditBar() {
  if (project.value?.isReadOnly) return <p class="edit-bar soft">Read only</p>
  const count = unsavedCount.value
  return (
    <section class="edit-bar" aria-label="Editing">
      <span class="unsaved" role="status">
        {count > 0 && `${count} unsaved`}
      </span>
      <button type="button" class="primary" aria-disabled={count === 0} onClick={() => void save()}>
        Save
      </button>
      <button type="button" aria-disabled={!canUndo.value} onClick={() => void undo()}>
        Undo
      </button>
      <button type="button" aria-disabled={!canRedo.value} onClick={() => void redo()}>
        Redo
      </button>
    </section>
  )
}

/** Saves with the key that people know, and undoes outside of fields, which have their own. */
export function editByKeyboard(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return
  const key = event.key.toLowerCase()
  if (key === 's') {
    event.preventDefault()
    if (unsavedCount.peek() > 0) void save()
  }
  const [target] = event.composedPath()
  const isField = target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable="true"]')
  if (isField || (key !== 'z' && key !== 'y')) return
  event.preventDefault()
  void (key === 'y' || event.shiftKey ? redo() : undo())
}
