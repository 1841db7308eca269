import type { Edit, Position } from '@scenewright/model'
import { editRefusals } from '@scenewright/model/compilation'
import type { LiveProject } from '@scenewright/workspace/live'
import { diffArrays } from 'diff'
import { applyEdits, type ChangedText, changeText } from '../../edit/change-text.ts'
import { integerField, invalid, listField, objectIn, textField } from './http/fields.ts'
import { HttpError } from './http/http-error.ts'
import { parseChange } from './parse-change.ts'
import type { EditChange, EditRequest } from './protocol.ts'
import type { StudioRequest } from './route.ts'
import type { SourceFile } from './source-files.ts'

/** Parses the body of an edit. */
export function parseEdit({ body }: StudioRequest): EditRequest {
  const base = { file: textField(body, 'file'), hash: textField(body, 'hash', 64) }
  const given = ['changes', 'edits', 'text'].filter(name => body[name] !== undefined)
  if (given.length !== 1) throw invalid('changes', 'given, or else "edits" or "text", and only one of them')
  if (body.text !== undefined) return { ...base, text: textField(body, 'text') }
  if (body.edits !== undefined) return { ...base, edits: listField(body, 'edits', { max: 1000, read: parseTextEdit }) }
  const changes = listField(body, 'changes', { max: 1000, read: parseChange })
  return { ...base, changes, ...(body.key !== undefined && { key: textField(body, 'key') }) }
}

function parseTextEdit(value: unknown, name: string): Edit {
  const edit = objectIn(value, name)
  const range = objectIn(edit.range, `${name}.range`)
  const positionAt = (end: 'start' | 'end'): Position => {
    const position = objectIn(range[end], `${name}.range.${end}`)
    return { line: integerField(position, 'line', 1), column: integerField(position, 'column', 1) }
  }
  const text = textField(edit, 'text')
  return { file: textField(edit, 'file'), range: { start: positionAt('start'), end: positionAt('end') }, text }
}

/** The text of a source after an edit. One that cannot be made safely is an HttpError. */
export async function editedText(live: LiveProject, source: SourceFile, edit: EditRequest): Promise<string> {
  const { text: before, file } = source
  if ('text' in edit) return replaceWhole(before, edit.text)
  if ('edits' in edit) {
    if (edit.edits.some(each => each.file !== file)) throw invalid('edits', 'edits of the same file')
    return requireText(applyEdits(before, edit.edits))
  }
  return requireText(await changed(live, source, edit))
}

/** The text of a source after a fix of a finding, all of whose edits are in the source. */
export function fixedText({ file, text }: SourceFile, edits: readonly Edit[]): string {
  if (edits.some(each => each.file !== file)) {
    throw new HttpError(422, 'fix', 'the fix changes other files too', {
      help: 'apply it with `scenewright check --fix`',
    })
  }
  return requireText(applyEdits(text, edits))
}

async function changed(
  live: LiveProject,
  { file, text }: SourceFile,
  { key, changes }: { readonly key?: string; readonly changes: readonly EditChange[] },
): Promise<ChangedText> {
  const compiled = await live.compiledAs(file, text.replace(/^\ufeff/, ''))
  const all = compiled?.scenarios ?? []
  const found = key === undefined && all.length === 1 ? all[0] : all.find(each => each.key === key)
  if (found === undefined) {
    throw new HttpError(422, 'scenario', `the scenario to change in "${file}" is unclear`, {
      help: all.length === 0 ? 'the source has errors: fix them in its text' : 'name its key',
    })
  }
  return changeText(found, text, changes)
}

/** The byte order mark and the line ends of a file are not in the text of a page. */
function replaceWhole(before: string, text: string): string {
  const mark = before.startsWith('\ufeff') ? '\ufeff' : ''
  return mark + (text.includes('\r') ? text : withLineEnds(before.slice(mark.length), text))
}

/** Beyond this number of changed lines, all lines end as the first one does. */
const maxEditLength = 2000

/** A text in which the lines of the text before keep their ends, and a new one ends as the line above. */
function withLineEnds(before: string, text: string): string {
  const ends = before.match(/\r\n?|\n/g) ?? []
  const isMixed = new Set(ends).size > 1
  const lines = text.split('\n')
  const parts = isMixed ? diffArrays(before.split(/\r\n?|\n/), lines, { maxEditLength }) : undefined
  if (parts === undefined) return lines.join(ends[0] ?? '\n')
  const written: string[] = []
  let at = 0
  for (const { value, added, removed } of parts) {
    for (const line of removed ? [] : value) {
      written.push(line, ends[added ? at - 1 : at] ?? ends.at(-1) ?? '\n')
      if (!added) at += 1
    }
    if (removed) at += value.length
  }
  return written.slice(0, -1).join('')
}

/** The text, or else the reason as an HttpError. */
function requireText(changed: ChangedText): string {
  if ('text' in changed) return changed.text
  const { refused } = changed
  throw new HttpError(422, 'refused', `the change cannot be made safely: ${editRefusals[refused]}`, {
    refusal: refused,
  })
}
