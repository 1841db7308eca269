import { Readable } from 'node:stream'
import { noScenario } from '@scenewright/model/conversation-tests'
import { count, nearest } from '@scenewright/model/text'
import { type OpenProject, readTestedSources } from '@scenewright/workspace'
import { areNoKeys, keysByLabel, labelHelp, maxNamed } from '../../lab/labels.ts'
import { makeReport } from '../../lab/make-report.ts'
import { integerField, listField, objectIn, textField } from '../http/fields.ts'
import { HttpError } from '../http/http-error.ts'
import type { LabRequest } from '../protocol.ts'
import type { Route } from '../route.ts'
import type { Studio } from '../studio.ts'

/** The evaluation of the triggers: the report of `lab --format json`. */
export const lab: Route = {
  method: 'GET',
  path: '/api/lab',
  answer: async studio => studio.remember('lab', () => report(studio)),
}

/** The same, and a replay of messages. */
export const labReplay: Route = {
  method: 'POST',
  path: '/api/lab',
  async answer(studio, { body }) {
    const messages = listField(body, 'messages', { max: 20_000, read: parseMessage })
    return report(studio, messages)
  },
}

function parseMessage(value: unknown, name: string): LabRequest['messages'][number] {
  const fields = objectIn(value, name)
  const message = textField(fields, 'message')
  const line = fields.line === undefined ? {} : { line: integerField(fields, 'line', 1) }
  if (fields.expected === undefined) return { message, ...line }
  return { message, ...line, expected: textField(fields, 'expected', 400) }
}

/** Refuses labels that mean no scenario, with their lines. */
function requireLabels(messages: LabRequest['messages'], opened: OpenProject): void {
  const keys = keysByLabel(opened)
  const labels = [...keys.keys()]
  const isKnown = (label: string) => label === '' || label === noScenario || keys.has(label)
  const unknown = messages.flatMap(({ expected: label = '', line }, index) =>
    isKnown(label) ? [] : [{ label, line: line ?? index + 1 }],
  )
  if (unknown.length === 0) return
  const named = unknown.slice(0, maxNamed).map(({ label, line }) => {
    const similar = nearest(label, labels)
    return `line ${line}: "${label}"${similar === undefined ? '' : ` (did you mean "${similar}"?)`}`
  })
  const more = unknown.length > maxNamed ? [`${unknown.length - maxNamed} more`] : []
  const subject = `${count(unknown.length, 'label')} ${areNoKeys(unknown.length)}`
  throw new HttpError(422, 'label', `${subject}: ${[...named, ...more].join(', ')}`, { help: labelHelp(labels) })
}

async function report(studio: Studio, messages?: LabRequest['messages']): Promise<object> {
  const { invocation, options } = studio
  const opened = await readTestedSources(invocation, options)
  if (messages === undefined) return makeReport(invocation, options, opened)
  requireLabels(messages, opened)
  const rows = [['message', 'expected'], ...messages.map(({ message, expected = '' }) => [message, expected])]
  const table = rows.map(row => row.map(cell => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')
  const asked = { ...options, replay: '-', column: 'message', expectedColumn: 'expected' }
  const { expectedColumn, ...unlabelled } = asked
  const isLabelled = messages.some(({ expected = '' }) => expected !== '')
  return makeReport(
    { ...invocation, stdin: () => Readable.from([Buffer.from(table)]) },
    { ...unlabelled, ...(isLabelled && { expectedColumn }) },
    opened,
  )
}
