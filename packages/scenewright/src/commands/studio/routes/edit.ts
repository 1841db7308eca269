import { editedText, parseEdit } from '../edited-text.ts'
import type { EditAnswer } from '../protocol.ts'
import type { Route } from '../route.ts'

/** Edits a source that has not changed since the page has read it. */
export const edit: Route = {
  method: 'POST',
  path: '/api/edit',
  writes: true,
  async answer(studio, request): Promise<EditAnswer> {
    const asked = parseEdit(request)
    const live = await studio.live()
    const written = await studio.files.edit(live, asked, source => editedText(live, source, asked))
    return { ...written, revision: await studio.changed([written.file]) }
  },
}
