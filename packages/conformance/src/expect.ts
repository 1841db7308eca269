import { canonicalJson } from '@scenewright/model/canonical-json'
import { valuesAt } from './contract/path.ts'
import { errorBody } from './contract/records.ts'
import { findFault, isObject, type Shape } from './contract/shape.ts'
import { type Reply, short } from './http/reply.ts'
import { Mismatch } from './verdict.ts'

/** Nothing is the service's own but what it marks; of refusals it marks nothing. */
const nothingMarked = () => false

/** Holds an answer to one of some statuses. */
export function expectStatus(reply: Reply, ...statuses: readonly number[]): void {
  if (!statuses.includes(reply.status)) throw new Mismatch(reply.asked, statuses.join(' or '), outcome(reply))
}

/** Holds an answer to a status of refusal, and to the one shape of errors. */
export function expectRefusal(reply: Reply, ...statuses: readonly number[]): void {
  expectStatus(reply, ...statuses)
  expectErrorBody(reply)
}

/** Holds the body of a refusal to the shape of errors, and to its own status. */
export function expectErrorBody(reply: Reply): void {
  const fault = findFault(reply.body, errorBody, '', nothingMarked)
  if (fault !== undefined) throw new Mismatch(reply.asked, errorBodyText, `${reply.status} ${short(reply.text)}`)
  const status = valuesAt(reply.body, 'statusCode')[0]
  if (status !== reply.status) throw new Mismatch(reply.asked, `statusCode ${reply.status}`, short(status))
}

const errorBodyText = 'an error body: statusCode, error, message, perhaps code, and no more'

/** Holds an answer to a status and its body to a shape, all the way down. */
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

/** Holds all that stands at a path of an answer to a value; in which order an object has its fields does not matter. */
export function expectValue(reply: Reply, path: string, value: unknown): void {
  const found = valuesAt(reply.body, path)
  const isEqual = found.length > 0 && found.every(one => canonicalJson(one) === canonicalJson(value))
  if (!isEqual) throw new Mismatch(reply.asked, `"${path}" to be ${short(value)}`, outcome(reply, found[0]))
}

/** Holds a fact to be so; the words say what was expected and what came instead. */
export function expectThat(asked: Reply | string, isSo: boolean, expected: string, came: string): void {
  if (!isSo) throw new Mismatch(typeof asked === 'string' ? asked : asked.asked, expected, came)
}

/** The text at a path of an answer of success. Its lack is a Mismatch. */
export function textAt(reply: Reply, path: string): string {
  const [value] = valuesAt(reply.body, path)
  if (reply.status >= 300 || typeof value !== 'string') {
    throw new Mismatch(reply.asked, `a text at "${path}"`, outcome(reply))
  }
  return value
}

/** The number at a path of an answer of success. Its lack is a Mismatch. */
export function numberAt(reply: Reply, path: string): number {
  const [value] = valuesAt(reply.body, path)
  if (reply.status >= 300 || typeof value !== 'number') {
    throw new Mismatch(reply.asked, `a number at "${path}"`, outcome(reply))
  }
  return value
}

/** Describes an answer briefly: the status, and the message of a refusal. */
function outcome(reply: Reply, value?: unknown): string {
  if (value !== undefined) return short(value)
  const message = isObject(reply.body) && reply.status >= 400 ? reply.body.message : reply.text
  return `${reply.status} ${short(message, 90)}`
}
