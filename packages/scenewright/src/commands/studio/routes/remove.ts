import { textField } from '../http/fields.ts'
import type { RemoveAnswer, RemoveRequest } from '../protocol.ts'
import type { Route } from '../route.ts'

/** Removes a source that this studio has created. */
export const remove: Route = {
  method: 'POST',
  path: '/api/remove',
  writes: true,
  async answer(studio, { body }): Promise<RemoveAnswer> {
    const asked: RemoveRequest = { file: textField(body, 'file', 400), hash: textField(body, 'hash', 64) }
    const removed = await studio.files.remove(await studio.live(), asked)
    return { ...removed, revision: await studio.changed([removed.file]) }
  },
}
