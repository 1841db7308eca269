import type { Account } from '../accounts/table.ts'
import type { ServiceContext } from '../runtime/service-context.ts'
import type { Infer, JsonSchema } from './schema.ts'

/** The names in braces of an address: `/bots/{uniqueId}`. */
type ParametersOf<Url> = Url extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Key in Name]: string } & ParametersOf<Rest>
  : unknown

/** A validated request. */
interface RouteRequest<Parameters, Headers, Query, Body> {
  readonly account: Account
  readonly parameters: Parameters
  /** Those that the route's schema names. */
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
  /** Below /api/v1, in the contract's own notation. */
  readonly url: string
  readonly summary: string
  /** The contract does not list the operation: it is this installation's own. */
  readonly isLocal?: true
  /** The headers that the operation reads, their names in lower case. */
  readonly headers?: JsonSchema
  readonly query?: JsonSchema
  readonly body?: JsonSchema
  /** The handler reads the text of the body, since parsing loses digits and the order of keys. */
  readonly needsBodyText?: true
  /** The status of success, and what its body holds. */
  readonly status: 200 | 201
  readonly response: JsonSchema
  /** The error statuses besides 401, which all operations have. */
  readonly errors: readonly (400 | 402 | 403 | 404 | 409)[]
}

/** One operation: all that the server and the OpenAPI document need to know of it. */
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

/** Types a route's handler by its schemas. The server calls it with nothing that they do not allow. */
export function defineRoute<const Url, const Headers, const Query, const Body, const Response>(
  route: TypedRoute<Url, Headers, Query, Body, Response>,
): Route {
  return route as unknown as Route
}
