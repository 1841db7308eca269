import { InternalError } from '@scenewright/model'
import { type Operation, operations } from '../../contract/operations.ts'
import { expectRefusal } from '../../expect.ts'
import type { Api } from '../../http/api.ts'
import { type Row, rowId } from '../../row.ts'
import { unknownId } from '../../subject/samples.ts'
import type { Subject } from '../../subject/subject.ts'
import { askWithoutKey } from './ask-without-key.ts'

/** The numbers of the rows about access to an operation. */
export interface AccessNumbers {
  readonly unauthorized?: number
  readonly foreign?: number
  readonly missing?: number
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Rows that call an operation without a key, for another account's objects, and for missing objects. */
export function accessRows(name: string, { unauthorized, foreign, missing }: AccessNumbers): readonly Row[] {
  const operation = operationNamed(name)
  const row = (id: number | undefined, requirement: string, check: Row['check']): readonly Row[] =>
    id === undefined ? [] : [{ id: rowId(id), operation: name, kind: 'error', requirement, check }]
  return [
    ...row(unauthorized, 'Without authorization it is 401.', async subject => {
      const { path, body } = await operation.request(subject.objects)
      expectRefusal(await askWithoutKey(subject, withoutAccount(operation, path, body)), 401)
    }),
    ...row(foreign, 'Another account has no access: 403.', async subject => {
      const stranger = subject.as('stranger')
      const { path, body } = await operation.request(subject.objects)
      expectRefusal(await stranger.raw(belowApi(operation, path, body)), 403)
    }),
    ...row(missing, 'Any unknown id is 404.', subject => expectOtherIds(operation, subject, unknownId)),
  ]
}

/** The operation of the contract with this name: `POST /bots`. */
export function operationNamed(name: string): Operation {
  const found = operations.find(({ method, path }) => `${method} ${path}` === name)
  if (found === undefined) throw new InternalError(`The contract has no operation ${name}.`)
  return found
}

/** Replaces each id of a valid request in turn by another one; each is 404. */
export async function expectOtherIds(operation: Operation, { objects, owner }: Subject, id: string): Promise<void> {
  const { path, body } = await operation.request(objects)
  for (const other of withOther(path, encodeURIComponent(id))) {
    expectRefusal(await owner.raw(belowApi(operation, other, body)), 404)
  }
  for (const other of body === undefined ? [] : withOther(JSON.stringify(body), id)) {
    expectRefusal(await owner.raw(belowApi(operation, path, JSON.parse(other))), 404)
  }
}

/** Whether a text contains an id. */
export function holdsId(text: string): boolean {
  return text.search(uuid) >= 0
}

/** The text with each of its ids replaced in turn. */
function withOther(text: string, id: string): readonly string[] {
  return Array.from(
    text.matchAll(uuid),
    ({ 0: found, index }) => text.slice(0, index) + id + text.slice(index + found.length),
  )
}

/** A request with the account's credentials. */
export function belowApi({ method }: Operation, path: string, body: object | undefined): Parameters<Api['raw']>[0] {
  const json = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  return { method, path, ...json }
}

/** The same without an account. */
export function withoutAccount(operation: Operation, path: string, body: object | undefined) {
  return { ...belowApi(operation, path, body), path: `/api/v1${path}` }
}
