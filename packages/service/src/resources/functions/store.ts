import { randomUUID } from 'node:crypto'
import { validateHeaderName, validateHeaderValue } from 'node:http'
import type { Insertable, Kysely, Transaction, Updateable } from 'kysely'
import type { Account } from '../../accounts/table.ts'
import { type OrderedPageRequest, readPage } from '../../database/read-page.ts'
import type { Tables } from '../../database/tables.ts'
import { findTargetFault, readHost, readTarget } from '../../egress/target-address.ts'
import { HttpError, notFound } from '../../http/http-error.ts'
import type { Infer } from '../../http/schema.ts'
import type { ServiceContext } from '../../runtime/service-context.ts'
import { requireRecord, touchBot } from '../bots/store.ts'
import type { Bot } from '../bots/table.ts'
import { findPlaceholders, isBodyTemplate, placeholder } from './fill.ts'
import type { HeaderVault } from './header-vault.ts'
import { type functionChange, type functionRecord, type newFunction, newFunctionDefaults } from './schema.ts'
import type { BotFunction, FunctionTable, StoredHeader } from './table.ts'
import type { UntrustedWork } from './untrusted-work.ts'

/** The function of that id, of a bot of the account. Rejects with an HttpError: 404 if there is none, else 403. */
export function requireFunction(
  id: string,
  account: Account,
  service: ServiceContext,
): Promise<{ readonly record: BotFunction; readonly bot: Bot }> {
  return requireRecord(id, account, service, {
    name: 'function',
    find: known => queryOf(known, service.kysely).executeTakeFirst(),
  })
}

/** The current function, locked until the end of the transaction. Rejects with an HttpError 404. */
export async function lockFunction({ id }: BotFunction, transaction: Transaction<Tables>): Promise<BotFunction> {
  const locked = await queryOf(id, transaction).forUpdate().executeTakeFirst()
  if (locked === undefined) throw notFound('function', id)
  return locked
}

function queryOf(id: string, kysely: Kysely<Tables>) {
  return kysely.selectFrom('functions').selectAll().where('id', '=', id).where('deleted_at', 'is', null)
}

type Body = Infer<typeof newFunction>
type NewHeader = NonNullable<Body['headers']>[number]

/**
 * The row of a new function of a bot. Throws an HttpError 400 for a header's value if there is no vault to store it.
 */
export function newFunctionRow(
  bot: Bot,
  { bot_unique_id: _bot, headers = [], input_schema_json, ...fields }: Body,
  vault: HeaderVault | undefined,
  now: Date,
): Insertable<FunctionTable> {
  return {
    ...newFunctionDefaults,
    ...fields,
    id: randomUUID(),
    bot_id: bot.id,
    input_schema_json: JSON.stringify(input_schema_json),
    headers: JSON.stringify(headers.map(header => sealHeader(header, vault))),
    created_at: now,
    updated_at: now,
  }
}

/** A function in the form of responses: for a header's value, only whether it exists. */
export function toFunctionRecord(row: BotFunction): Infer<typeof functionRecord> {
  const {
    id,
    bot_id: _bot,
    sequence: _sequence,
    deleted_at: _deleted,
    headers,
    created_at,
    updated_at,
    ...fields
  } = row
  return {
    unique_id: id,
    ...fields,
    headers: headers.map(({ id: unique_id, sealed, ...header }) => ({
      unique_id,
      ...header,
      has_value: sealed !== null,
    })),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}

/**
 * A header as it is stored, by default with a new id. Throws an HttpError 400 for a value if there is no vault to store
 * it.
 */
function sealHeader(
  { header_name, value, is_secret = false, is_enabled = true }: NewHeader,
  vault: HeaderVault | undefined,
  id: string = randomUUID(),
): StoredHeader {
  const hasValue = value !== undefined && value !== null && value !== ''
  return { id, header_name, is_secret, is_enabled, sealed: hasValue ? seal(value, id, vault) : null }
}

function seal(value: string, id: string, vault: HeaderVault | undefined): string {
  if (vault !== undefined) return vault.seal(value, id)
  throw new HttpError(400, 'The service was started without a key file and cannot store header values.')
}

type GivenHeader = NonNullable<Infer<typeof functionChange>['headers']>[number]

/**
 * The new headers of a function. One with the id of an earlier header keeps that id, and without a value that header's
 * value. Throws an HttpError 400 for a value if there is no vault to store it, for an earlier header that is named
 * twice, and for an id that no earlier header has.
 */
export function changeHeaders(
  before: readonly StoredHeader[],
  given: readonly GivenHeader[],
  vault: HeaderVault | undefined,
): readonly StoredHeader[] {
  const named = new Set<string>()
  return given.map(({ unique_id, ...header }) => {
    if (unique_id === undefined) return sealHeader(header, vault)
    const known = before.find(({ id }) => id === unique_id.toLowerCase())
    if (known === undefined) throw invalidField('headers', `names the header "${unique_id}", which does not exist`)
    if (named.has(known.id)) throw invalidField('headers', `must name the header "${known.id}" only once`)
    named.add(known.id)
    if (header.value !== undefined) return sealHeader(header, vault, known.id)
    const { header_name, is_secret = known.is_secret, is_enabled = known.is_enabled } = header
    return { ...known, header_name, is_secret, is_enabled }
  })
}

/**
 * Throws an HttpError 400 for a change that would send the kept values of headers to another server: its
 * account has to give them again.
 */
export function checkKeptHeaders(
  before: Pick<BotFunction, 'request_url' | 'headers'>,
  { request_url = before.request_url, headers }: Pick<Infer<typeof functionChange>, 'request_url' | 'headers'>,
): void {
  if (readTarget(request_url)?.origin === readTarget(before.request_url)?.origin) return
  const given = headers ?? before.headers.map(({ id, header_name }) => ({ unique_id: id, header_name }))
  const kept = given.find(header => {
    const known = before.headers.find(({ id }) => id === header.unique_id?.toLowerCase())
    return known !== undefined && known.sealed !== null && !('value' in header && header.value !== undefined)
  })
  if (kept === undefined) return
  throw invalidField(
    'request_url',
    `leads to another server: give the value of the header "${kept.header_name}" again, or leave the header out`,
  )
}

/** Headers with their values, so that their arguments can be checked; without those that this vault cannot decrypt. */
export function openHeaders(
  headers: readonly StoredHeader[],
  vault: HeaderVault | undefined,
): readonly { readonly header_name: string; readonly value: string }[] {
  return headers.flatMap(({ id, header_name, sealed }) => {
    try {
      return sealed === null || vault === undefined ? [] : { header_name, value: vault.open(sealed, id) }
    } catch {
      return []
    }
  })
}

/** The fields of a function that define its request. */
interface RequestFields
  extends Pick<Infer<typeof newFunction>, 'request_url' | 'request_body_template' | 'input_schema_json'> {
  readonly headers?: readonly Pick<NewHeader, 'header_name' | 'value'>[]
}

/** The maximum length of the schema of arguments, in characters of JSON. */
const maxSchemaLength = 65_536

/**
 * Throws an HttpError 400 if a function's call could not be made: an address that is not allowed, an argument in the
 * host, an argument that is not in the schema, a body that is not JSON.
 */
export function checkRequest({ request_url, request_body_template, headers, input_schema_json }: RequestFields): void {
  if (JSON.stringify(input_schema_json).length > maxSchemaLength) {
    throw invalidField('input_schema_json', `must be no longer than ${maxSchemaLength} characters`)
  }
  const { properties = {} } = input_schema_json
  const known = new Set(typeof properties === 'object' && properties !== null ? Object.keys(properties) : [])
  checkAddress(request_url)
  checkArguments('request_url', request_url, known)
  for (const { header_name, value } of headers ?? []) checkHeader(header_name, value ?? '', known)
  if (request_body_template === undefined || request_body_template === '') return
  checkArguments('request_body_template', request_body_template, known)
  if (isBodyTemplate(request_body_template)) return
  throw invalidField(
    'request_body_template',
    'must be JSON once its arguments are filled in, with names that have no arguments and do not repeat, and numbers of at most 15 digits',
  )
}

/** A function never calls this machine, even if the service listens only on it. */
function checkAddress(text: string): void {
  const url = readTarget(text)
  if (url === undefined) throw invalidField('request_url', 'must be an https address')
  if (/[{}]|%7[bd]/i.test(readHost(url))) throw invalidField('request_url', 'must have a server name without arguments')
  const reason = findTargetFault(url, { allowLoopback: false })
  if (reason !== undefined) throw invalidField('request_url', reason)
  if (/[{}]/.test(text.replaceAll(placeholder, '')))
    throw invalidField('request_url', 'has a brace without an argument')
  const [unsent] = findPlaceholders(text.replace(/^[^#]*/, ''))
  if (unsent !== undefined)
    throw invalidField('request_url', `has the argument "${unsent}" behind "#", which is never sent`)
}

function checkArguments(field: string, text: string, known: ReadonlySet<string>): void {
  const unknown = findPlaceholders(text).find(name => !known.has(name))
  if (unknown === undefined) return
  throw invalidField(field, `has the argument "${unknown}", which is not a property of "input_schema_json"`)
}

/** The name in braces may be a part of a secret, so the message does not repeat it. */
function checkHeader(name: string, value: string, known: ReadonlySet<string>): void {
  if (findPlaceholders(value).every(argument => known.has(argument))) return
  throw new HttpError(
    400,
    `The value of the header "${name}" has an argument that is not a property of "input_schema_json".`,
  )
}

function invalidField(field: string, reason: string): HttpError {
  return new HttpError(400, `The field "${field}" ${reason}.`)
}

/** Headers that belong to the connection, or that determine its target, the length of the body or its encoding. */
const forbidden = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Throws an HttpError 400 for a header that a function may not send. Its message never contains a value. */
export function checkHeaders(
  headers: readonly { readonly header_name: string; readonly value?: string | null }[],
): void {
  for (const { header_name, value } of headers) {
    if (!holds(() => validateHeaderName(header_name)))
      throw new HttpError(400, `"${header_name}" is not a valid header name.`)
    if (forbidden.has(header_name.toLowerCase())) {
      throw new HttpError(400, `The header "${header_name}" is forbidden: it is managed by the connection.`)
    }
    if (!holds(() => validateHeaderValue(header_name, value ?? ''))) {
      throw new HttpError(
        400,
        `The value of the header "${header_name}" contains characters that are not allowed in headers.`,
      )
    }
  }
}

function holds(check: () => void): boolean {
  try {
    check()
    return true
  } catch {
    return false
  }
}

/**
 * Rejects with an HttpError 400 for a schema that cannot validate arguments, such as one with a broken reference; 429
 * or 503 if too many schemas wait for this check.
 */
export async function checkSchema(schema: object, account: Account, untrusted: UntrustedWork): Promise<void> {
  if ('type' in schema && schema.type !== 'object') {
    throw invalidField('input_schema_json', 'must have the type "object": arguments are an object')
  }
  const fault = await untrusted.faultOfSchema(account.id, schema)
  if (fault === undefined) return
  throw new HttpError(400, `The field "input_schema_json" cannot validate arguments: ${fault}.`)
}

/** A page of the functions of a bot. */
export function readFunctionPage(kysely: Kysely<Tables>, bot: Bot, { order_by, ...page }: OrderedPageRequest) {
  const functions = kysely.selectFrom('functions').where('bot_id', '=', bot.id).where('deleted_at', 'is', null)
  const ordered = functions.selectAll().orderBy('created_at', order_by).orderBy('sequence', order_by)
  return readPage(functions, ordered, page)
}

/** Changes a locked function, and invalidates cached answers of its bot. */
export async function updateFunction(
  transaction: Transaction<Tables>,
  { id, bot_id }: BotFunction,
  change: Updateable<FunctionTable>,
): Promise<BotFunction> {
  const changed = await transaction
    .updateTable('functions')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await touchBot(transaction, bot_id)
  return changed
}

/** Adds a function. */
export function insertFunction(kysely: Kysely<Tables>, row: Insertable<FunctionTable>): Promise<BotFunction> {
  return kysely.insertInto('functions').values(row).returningAll().executeTakeFirstOrThrow()
}
