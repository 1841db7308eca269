import { sourceLimits } from '@scenewright/model/limits'
import { textHash } from '@scenewright/model/text-hash'
import { newFindings } from '../../../edit/new-findings.ts'
import { editedText, parseEdit } from '../edited-text.ts'
import { HttpError } from '../http/http-error.ts'
import type { CheckEditAnswer } from '../protocol.ts'
import type { Route } from '../route.ts'

/** Shows what an edit would do. Writes nothing. */
export const checkEdit: Route = {
  method: 'POST',
  path: '/api/check-edit',
  async answer(studio, request): Promise<CheckEditAnswer> {
    const asked = parseEdit(request)
    const live = await studio.live()
    const source = studio.files.readBase(live, asked)
    const text = await editedText(live, source, asked)
    if (text.length > sourceLimits.fileSize) throw new HttpError(413, 'size', 'the source would be too large')
    const shown = text.replace(/^\ufeff/, '')
    const { before, after } = await live.preview(source.file, shown)
    return {
      text: shown,
      hash: textHash(text),
      findings: after.filter(({ file }) => file === source.file),
      added: newFindings(after, before),
      fixed: newFindings(before, after),
    }
  },
}
