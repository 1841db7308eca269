import type { Quota } from '../accounts/quotas.ts'
import type { Account } from '../accounts/table.ts'
import type { ReadBot } from '../runtime/data-loaders.ts'
import type { ServiceContext } from '../runtime/service-context.ts'
import type { Infer, JsonSchema } from './schema.ts'

/** The names in the braces of an address: `/bots/{uniqueId}`. */
type ParametersOf<Url> = Url extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Key in Name]: string } & ParametersOf<Rest>
  : unknown

/** A validated request. */
interface RouteRequest<Parameters, Headers, Query, Body> {
  readonly account: Account
  /** The bot of the path `/bots/{uniqueId}`, if the route needs it, and it exists; of any account. */
  readonly readBot: ReadBot | undefined
  readonly parameters: Parameters
  /** Those in the route's schema. */
  readonly headers: Headers
  readonly query: Query
  readonly body: Body
  /** The body as it was sent, if the route needs it; else empty. */
  readonly bodyText: string
  /** Adds a header `Warning` to the answer: something is accepted that is probably a mistake. */
  warn(message: string): void
}

interface RouteSchemas {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The operation's id in the OpenAPI document. */
  readonly name: string
  /** The path below /api/v1, in the contract's own notation. */
  readonly url: string
  readonly summary: string
  /** The contract does not contain the operation: it is an extension of this installation. */
  readonly isLocal?: true
  /** The headers that the operation reads, their names in lower case. */
  readonly headers?: JsonSchema
  readonly query?: JsonSchema
  readonly body?: JsonSchema
  /** The handler reads the text of the body, because parsing loses digits and the order of keys. */
  readonly needsBodyText?: true
  /** The handler gets the bot of the path `/bots/{uniqueId}`, which is read together with the account. */
  readonly needsBot?: true
  /** The maximum number of elements of all lists and objects in the body; default: 40,000. */
  readonly maxElements?: number
  /** Each request stores something that accounts have a limited amount of. */
  readonly adds?: Exclude<Quota, 'documents'>
  /** The status of success, and the content of its body. */
  readonly status: 200 | 201
  readonly response: JsonSchema
  /** The error statuses in addition to those that all operations have: 401, 429 and 503. */
  readonly errors: readonly (400 | 402 | 403 | 404 | 409)[]
}

/** One operation, with everything that the server and the OpenAPI document need. */
export interface Route extends RouteSchemas {
  handle(request: RouteRequest<unknown, unknown, unknown, unknown>, service: ServiceContext): Promise<unknown>
}

interface TypedRoute<Url, Headers, Query, Body, Response> extends RouteSchemas {
  readonly url: Url & string
  readonly headers?: Headers & JsonSchema
  readonly query?: Query & JsonSchema
  readonly body?: Body & JsonSchema
  readonly response: Response & JsonSchema
  handle(
    request: RouteRequest<ParametersOf<Url>, Infer<Headers>, Infer<Query>, Infer<Body>>,
    service: ServiceContext,
  ): Promise<Infer<Response>>
}

/** Types a route's handler by its schemas. The server calls it only with values that they allow. */
export function defineRoute<const Url, const Headers, const Query, const Body, const Response>(
  route: TypedRoute<Url, Headers, Query, Body, Response>,
): Route {
  return route as unknown as Route
}
