import { canonicalJson } from '@scenewright/model/canonical-json'
import { valuesAt } from './contract/path.ts'
import { errorBody } from './contract/records.ts'
import { findFault, isObject, type Shape } from './contract/shape.ts'
import { type Reply, short } from './http/reply.ts'
import { Mismatch } from './verdict.ts'

/** Only marked fields are the service's own; error responses have none. */
const nothingMarked = () => false

/** Expects one of several statuses. */
export function expectStatus(reply: Reply, ...statuses: readonly number[]): void {
  if (!statuses.includes(reply.status)) throw new Mismatch(reply.asked, statuses.join(' or '), outcome(reply))
}

/** Expects an error status, and the common shape of errors. */
export function expectRefusal(reply: Reply, ...statuses: readonly number[]): void {
  expectStatus(reply, ...statuses)
  expectErrorBody(reply)
}

/** Expects the body of an error to have the common shape, and its own status. */
export function expectErrorBody(reply: Reply): void {
  const fault = findFault(reply.body, errorBody, '', nothingMarked)
  if (fault !== undefined) throw new Mismatch(reply.asked, errorBodyText, `${reply.status} ${short(reply.text)}`)
  const status = valuesAt(reply.body, 'statusCode')[0]
  if (status !== reply.status) throw new Mismatch(reply.asked, `statusCode ${reply.status}`, short(status))
}

const errorBodyText = 'an error body: statusCode, error, message, perhaps code, and no more'

/** Expects a status, and a body that matches a shape completely. */
export function expectShape(
  reply: Reply,
  status: number,
  shape: Shape,
  isMarked: (path: string) => boolean = nothingMarked,
): void {
  expectStatus(reply, status)
  const fault = findFault(reply.body, shape, '', isMarked)
  if (fault === undefined) return
  throw new Mismatch(reply.asked, `"${fault.path}" to be ${fault.expected}`, short(fault.value))
}

/** Expects all values at a path of a response to equal a value; the order of an object's fields does not matter. */
export function expectValue(reply: Reply, path: string, value: unknown): void {
  const found = valuesAt(reply.body, path)
  const isEqual = found.length > 0 && found.every(one => canonicalJson(one) === canonicalJson(value))
  if (!isEqual) throw new Mismatch(reply.asked, `"${path}" to be ${short(value)}`, outcome(reply, found[0]))
}

/** Expects a condition to be true; the words describe the expected and the actual result. */
export function expectThat(asked: Reply | string, isSo: boolean, expected: string, came: string): void {
  if (!isSo) throw new Mismatch(typeof asked === 'string' ? asked : asked.asked, expected, came)
}

/** The text at a path of a successful response. If it is missing, that is a Mismatch. */
export function textAt(reply: Reply, path: string): string {
  const [value] = valuesAt(reply.body, path)
  if (reply.status >= 300 || typeof value !== 'string') {
    throw new Mismatch(reply.asked, `a text at "${path}"`, outcome(reply))
  }
  return value
}

/** The number at a path of a successful response. If it is missing, that is a Mismatch. */
export function numberAt(reply: Reply, path: string): number {
  const [value] = valuesAt(reply.body, path)
  if (reply.status >= 300 || typeof value !== 'number') {
    throw new Mismatch(reply.asked, `a number at "${path}"`, outcome(reply))
  }
  return value
}

/** Describes a response briefly: the status, and the message of an error. */
function outcome(reply: Reply, value?: unknown): string {
  if (value !== undefined) return short(value)
  const message = isObject(reply.body) && reply.status >= 400 ? reply.body.message : reply.text
  return `${reply.status} ${short(message, 90)}`
}
