import { OperationError } from '@scenewright/model'

/** A stream of bytes as text, a byte order mark taken off. What is not UTF-8, or cannot be read, is a usage error. */
export async function* decoded(stream: AsyncIterable<Uint8Array | string>, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of stream) {
      yield typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
    }
    yield decoder.decode()
  } catch (cause) {
    throw new OperationError('usage', `cannot read "${name}": ${reason(cause)}`, { cause })
  }
}

const reasons: { readonly [code: string]: string } = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8',
}

function reason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  return ('code' in cause && reasons[String(cause.code)]) || cause.message
}
