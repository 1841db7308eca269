import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the service asked a model. */
export interface ModelCall {
  readonly path: string
  readonly authorization: string | undefined
  /** The bytes of the request. */
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect of it
  readonly body: any
}

/** What the model does next: says something, calls a tool, or fails with a status. */
export type ModelTurn =
  | { readonly say: string; readonly tokens?: number }
  | { readonly call: string; readonly args: object | string }
  | { readonly status: number; readonly body?: string; readonly headers?: Record<string, string> }

/** A real server of an OpenAI-compatible API on this machine, whose model follows a script. */
export interface ModelServer {
  /** With /v1. */
  readonly url: string
  readonly calls: readonly ModelCall[]
  close(): Promise<void>
}

/** `respond` gets each question, and how many came before it. */
export async function startModelServer(
  respond: (call: ModelCall, before: number) => ModelTurn | Promise<ModelTurn>,
  models: readonly string[] = ['small', 'large'],
): Promise<ModelServer> {
  const calls: ModelCall[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const path = request.url ?? ''
    response.setHeader('content-type', 'application/json')
    if (path.endsWith('/models')) return void response.end(JSON.stringify({ data: models.map(id => ({ id })) }))
    const call = { path, authorization: request.headers.authorization, text, body: JSON.parse(text) }
    calls.push(call)
    const turn = await respond(call, calls.length - 1)
    if ('status' in turn) return void response.writeHead(turn.status, turn.headers).end(turn.body ?? '{}')
    response.end(JSON.stringify(completionOf(turn)))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function completionOf(turn: Exclude<ModelTurn, { readonly status: number }>) {
  const message =
    'say' in turn
      ? { role: 'assistant', content: turn.say }
      : { role: 'assistant', content: null, tool_calls: [{ id: 'call', type: 'function', function: functionOf(turn) }] }
  return {
    id: 'completion',
    object: 'chat.completion',
    created: 1,
    model: 'small',
    choices: [{ index: 0, finish_reason: 'say' in turn ? 'stop' : 'tool_calls', message }],
    usage: { prompt_tokens: 10, completion_tokens: 'say' in turn ? (turn.tokens ?? 5) : 5, total_tokens: 15 },
  }
}

/** Arguments as a text are sent as they are. */
function functionOf({ call, args }: { readonly call: string; readonly args: object | string }) {
  return { name: call, arguments: typeof args === 'string' ? args : JSON.stringify(args) }
}
