import type { SourceAnswer } from '../protocol.ts'
import type { Route } from '../route.ts'
import { languageOf } from '../source-language.ts'

/** The text of a source. */
export const source: Route = {
  method: 'GET',
  path: '/api/source',
  async answer(studio, { query }): Promise<SourceAnswer> {
    const { file, hash, text } = studio.files.read(await studio.live(), query.get('file') ?? '')
    return { file, hash, text: text.replace(/^\ufeff/, ''), language: languageOf(file), isEditable: !studio.isReadOnly }
  },
}
