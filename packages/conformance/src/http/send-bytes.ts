import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { Mismatch } from '../verdict.ts'
import { reasonOf } from './connection.ts'
import { parseBody, type Reply, short } from './reply.ts'
import type { ServiceAddress } from './service-address.ts'

/** How long to wait for the end of a response, in milliseconds. */
const timeoutMs = 5000

/**
 * Sends raw bytes, whether they are HTTP or not, and reads until the service closes the connection. They may contain a
 * key: only their first line is ever displayed.
 */
export async function sendBytes({ origin }: ServiceAddress, bytes: string, signal: AbortSignal): Promise<Reply> {
  const asked = short(bytes.split('\r\n', 1)[0])
  const socket = open(new URL(origin))
  const chunks: Buffer[] = []
  const stop = () => socket.destroy()
  signal.addEventListener('abort', stop, { once: true })
  socket.setTimeout(timeoutMs, stop)
  // Errors after a response are ignored: a service that rejects a request may close the connection early.
  let problem: unknown
  socket.on('error', error => {
    problem = error
  })
  socket.on('data', chunk => chunks.push(chunk))
  socket.write(bytes, 'latin1')
  // Not by `once` of node:events, which rejects at the first error.
  await new Promise(resolve => socket.once('close', resolve))
  signal.removeEventListener('abort', stop)
  signal.throwIfAborted()
  const answer = Buffer.concat(chunks).toString('utf8')
  if (answer === '')
    throw new Mismatch(asked, 'an answer', `none${problem === undefined ? '' : `: ${reasonOf(problem)}`}`)
  return readAnswer(asked, answer)
}

function open({ protocol, hostname, port }: URL): Socket {
  const host = hostname.replace(/^\[|\]$/g, '')
  return protocol === 'https:'
    ? connectSecurely({ host, port: Number(port || 443), servername: host })
    : connect({ host, port: Number(port || 80) })
}

/** Reads the parts of a response that a check needs: the status, and the JSON object in it. */
function readAnswer(asked: string, answer: string): Reply {
  const status = Number(/^HTTP\/1\.\d (\d{3})/.exec(answer)?.[1] ?? 0)
  const text = answer.slice(answer.indexOf('\r\n\r\n') + 4)
  const object = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
  return { asked, status, headers: {}, text, body: parseBody(object) }
}
