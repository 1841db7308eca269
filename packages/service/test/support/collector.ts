import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as it is in OTLP JSON. */
interface ExportedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  readonly status: { readonly code: number }
}

/** A request to a collector. */
interface ExportRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

/** A real collector of traces on this machine, which takes OTLP over HTTP. */
export interface Collector {
  readonly url: string
  readonly requests: readonly ExportRequest[]
  /** The spans of all requests in JSON. */
  spans(): readonly ExportedSpan[]
  /** The attributes of the service. */
  resource(): ExportedSpan['attributes']
  close(): Promise<void>
}

/** Starts a collector that answers with a status, later by a promise. */
export async function startCollector(respond: () => number | Promise<number> = () => 200): Promise<Collector> {
  const requests: ExportRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    requests.push({ path: request.url ?? '', headers: request.headers, bytes: Buffer.concat(chunks) })
    response.writeHead(await respond(), { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const exported = () => requests.flatMap(({ bytes }) => JSON.parse(bytes.toString()).resourceSpans)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    spans: () =>
      exported()
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map(span => ({ ...span, attributes: valuesOf(span.attributes) })),
    resource: () => valuesOf(exported()[0].resource.attributes),
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

interface Attribute {
  readonly key: string
  readonly value: Readonly<Record<string, string | number | boolean>>
}

function valuesOf(attributes: readonly Attribute[]): ExportedSpan['attributes'] {
  return Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, doubleValue, boolValue } }) => {
      const number = intValue ?? doubleValue
      return [key, stringValue ?? boolValue ?? Number(number)]
    }),
  )
}
