import { Readable } from 'node:stream'
import { readTestedSources } from '@scenewright/workspace'
import { makeReport } from '../../lab/make-report.ts'
import { listField, objectIn, textField } from '../http/fields.ts'
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
  const message = textField(fields, 'message', 2000)
  return fields.expected === undefined ? { message } : { message, expected: textField(fields, 'expected', 400) }
}

async function report(studio: Studio, messages?: LabRequest['messages']): Promise<object> {
  const { invocation, options } = studio
  const opened = await readTestedSources(invocation, options)
  if (messages === undefined) return makeReport(invocation, options, opened)
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
