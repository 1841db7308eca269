import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SourceAnswer } from '../protocol.ts'
import type { Route } from '../route.ts'
import { languageOf } from '../source-language.ts'

/** The text of a source, and its findings. */
export const source: Route = {
  method: 'GET',
  path: '/api/source',
  async answer(studio, { query }): Promise<SourceAnswer> {
    const live = await studio.live()
    const { file, hash, text } = studio.files.read(live, query.get('file') ?? '')
    return {
      file,
      uri: pathToFileURL(join(live.project.root, file)).href,
      hash,
      text: text.replace(/^\ufeff/, ''),
      language: languageOf(file),
      isEditable: !studio.isReadOnly,
      findings: live.findings().filter(finding => finding.file === file),
    }
  },
}
