import { hostOf, refusedTarget } from '../egress/target-address.ts'
import { Refusal } from '../http/refusal.ts'
import type { newFunction } from '../schemas/function.ts'
import type { Infer } from '../schemas/infer.ts'

/** What of a function says where its call goes, and what with. */
type RequestFields = Pick<Infer<typeof newFunction>, 'request_url' | 'request_body_template' | 'input_schema_json'>

/** An argument's name in braces. The braces of a JSON object never have this form. */
const placeholder = /\{([\w$][\w$.-]*)\}/g

/**
 * Throws a Refusal 400 where a function's call could not be made: an address that may not be called, a server that an
 * argument would name, an argument that the schema does not have, a body that is no JSON.
 */
export function checkRequest({ request_url, request_body_template, input_schema_json }: RequestFields): void {
  const { properties = {} } = input_schema_json
  const known = new Set(typeof properties === 'object' && properties !== null ? Object.keys(properties) : [])
  checkAddress(request_url)
  checkArguments('request_url', request_url, known)
  if (request_body_template === undefined || request_body_template === '') return
  checkArguments('request_body_template', request_body_template, known)
  checkBody(request_body_template)
}

/** A function calls no machine of its own house, whoever else may reach the service. */
function checkAddress(text: string): void {
  if (!URL.canParse(text)) throw refusal('request_url', 'must be an https address')
  const url = new URL(text)
  if (/[{}]|%7[bd]/i.test(hostOf(url))) throw refusal('request_url', 'must name its server without arguments')
  const reason = refusedTarget(url, { allowLoopback: false })
  if (reason !== undefined) throw refusal('request_url', reason)
  if (/[{}]/.test(text.replaceAll(placeholder, ''))) throw refusal('request_url', 'has a brace around no argument')
}

function checkArguments(field: string, text: string, known: ReadonlySet<string>): void {
  const names = Array.from(text.matchAll(placeholder), ([, name = '']) => name)
  const unknown = names.find(name => !known.has(name))
  if (unknown === undefined) return
  throw refusal(field, `has the argument "${unknown}", which is no property of "input_schema_json"`)
}

/** An argument stands for a whole value, or within a text: a digit may stand in either place. */
function checkBody(template: string): void {
  try {
    JSON.parse(template.replaceAll(placeholder, '0'))
  } catch {
    throw refusal('request_body_template', 'must be JSON once its arguments are filled in')
  }
}

function refusal(field: string, reason: string): Refusal {
  return new Refusal(400, `The field "${field}" ${reason}.`)
}
