import { expectRefusal, expectStatus, expectValue } from '../../expect.ts'
import type { Reply } from '../../http/reply.ts'
import { type Row, rowId } from '../../row.ts'
import type { Subject } from '../../subject/subject.ts'

/** An operation whose body has fields. `send` sends a valid body with some fields replaced; undefined removes one. */
export interface Sending {
  readonly operation: string
  readonly status: 200 | 201
  /** The path of a sent field in the response: `data`. */
  readonly at?: string
  send(subject: Subject, fields: object): Promise<Reply>
}

/** The rule for a field of a request, as one row states it. */
export interface RequestField {
  readonly field: string
  readonly requirement: string
  /** Values that are accepted. */
  readonly takes: readonly unknown[]
  /** Values that are rejected with 400; undefined is a request without the field. */
  readonly refuses: readonly unknown[]
  /** The value in the answer if the request leaves out the field; absent if it is unknown. */
  readonly unsaid?: unknown
  /** Whether the response contains the value that was sent. */
  readonly isShown?: true
}

/** One row per field of a request, numbered consecutively. */
export function requestRows(sending: Sending, first: number, fields: readonly RequestField[]): readonly Row[] {
  return fields.map((field, index) => ({
    id: rowId(first + index),
    operation: sending.operation,
    kind: 'field',
    requirement: field.requirement,
    check: subject => checkRequestField(sending, field, subject),
  }))
}

/** Sends every accepted value, then every rejected one. */
export async function checkRequestField(sending: Sending, field: RequestField, subject: Subject): Promise<void> {
  const send = (value: unknown) => sending.send(subject, { [field.field]: value })
  const place = sending.at === undefined ? field.field : `${sending.at}.${field.field}`
  for (const value of field.takes) {
    const reply = await send(value)
    expectStatus(reply, sending.status)
    if (field.isShown) expectValue(reply, place, value)
  }
  if ('unsaid' in field) {
    const reply = await send(undefined)
    expectStatus(reply, sending.status)
    expectValue(reply, place, field.unsaid)
  }
  for (const value of field.refuses) expectRefusal(await send(value), 400)
}
