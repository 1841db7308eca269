import { textField } from '../http/fields.ts'
import type { CreateRequest, EditAnswer } from '../protocol.ts'
import type { Route } from '../route.ts'

/** Writes a new source. */
export const create: Route = {
  method: 'POST',
  path: '/api/create',
  writes: true,
  async answer(studio, { body }): Promise<EditAnswer> {
    const { file, text }: CreateRequest = { file: textField(body, 'file', 400), text: textField(body, 'text') }
    const written = await studio.files.create(await studio.live(), file, text)
    return { ...written, revision: await studio.changed([file]) }
  },
}
