import { compareFindings, type Finding, type Position } from '@scenewright/model'
import { fixedText } from '../edited-text.ts'
import { integerField, objectIn, textField } from '../http/fields.ts'
import { HttpError } from '../http/http-error.ts'
import type { EditAnswer, FixRequest } from '../protocol.ts'
import type { Route, StudioRequest } from '../route.ts'

/** Applies a fix of a finding. */
export const fix: Route = {
  method: 'POST',
  path: '/api/fix',
  writes: true,
  async answer(studio, request): Promise<EditAnswer> {
    const asked = parseFix(request)
    const live = await studio.live()
    const written = await studio.files.edit(live, asked, async source => {
      // The findings are those of the text with the hash only if this has been taken over.
      await studio.changed([source.file])
      const found = live.findings().find(finding => isAsked(finding, asked))
      const chosen = found?.fixes[asked.fix]
      if (chosen === undefined) {
        throw new HttpError(422, 'fix', 'the finding does not exist any more, or has no such fix')
      }
      return fixedText(source, chosen.edits)
    })
    return { ...written, revision: await studio.changed([written.file]) }
  },
}

function parseFix({ body }: StudioRequest): FixRequest {
  const finding = objectIn(body.finding, 'finding')
  const range = objectIn(finding.range, 'finding.range')
  const positionAt = (end: 'start' | 'end'): Position => {
    const position = objectIn(range[end], `finding.range.${end}`)
    return { line: integerField(position, 'line', 1), column: integerField(position, 'column', 1) }
  }
  return {
    file: textField(body, 'file'),
    hash: textField(body, 'hash', 64),
    finding: { rule: textField(finding, 'rule', 200), range: { start: positionAt('start'), end: positionAt('end') } },
    fix: integerField(body, 'fix', 0),
  }
}

function isAsked(finding: Finding, { file, finding: { rule, range } }: FixRequest): boolean {
  const { message } = finding
  return compareFindings(finding, { ...finding, file, rule, range, message }) === 0 && isEnd(finding, range.end)
}

function isEnd({ range }: Finding, { line, column }: Position): boolean {
  return range.end.line === line && range.end.column === column
}
