import type { IncomingMessage } from 'node:http'
import { isObject } from '@scenewright/model'
import { sourceLimits } from '@scenewright/model/limits'
import { HttpError } from './http-error.ts'

/** The maximum size of a body, in bytes: a source, in JSON. */
const maxBody = sourceLimits.fileSize + 1024 * 1024

/** Deeper values are no request of the page. */
const maxDepth = 32

/** Reads the JSON object of a request. */
export async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const { headers } = request
  if (!/^application\/json(?: *; *charset=utf-8)?$/i.test(headers['content-type'] ?? '')) {
    throw new HttpError(415, 'type', 'a body must be application/json')
  }
  if (headers['content-encoding'] !== undefined) throw new HttpError(415, 'type', 'a body must not be compressed')
  if (Number(headers['content-length'] ?? 0) > maxBody) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  // A request without an encoding yields buffers.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBody) throw tooLarge()
    chunks.push(chunk)
  }
  const value = parse(Buffer.concat(chunks))
  if (!isObject(value)) throw new HttpError(400, 'body', 'the body must be a JSON object')
  requirePlain(value)
  return value
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new HttpError(400, 'body', 'the body is not JSON in UTF-8')
  }
}

/** Refuses a value that is nested too deeply, or has a field that is special in JavaScript. */
function requirePlain(value: object): void {
  let level: readonly object[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= maxDepth) throw new HttpError(400, 'body', 'the body is nested too deeply')
    if (level.some(each => Object.hasOwn(each, '__proto__'))) {
      throw new HttpError(400, 'body', 'the body has a field "__proto__"')
    }
    level = level.flatMap(each => Object.values(each).filter(inner => typeof inner === 'object' && inner !== null))
  }
}

function tooLarge(): HttpError {
  return new HttpError(413, 'size', `a body has at most ${maxBody} bytes`)
}
