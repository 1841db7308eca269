import { connect } from 'node:net'

/** Sends these bytes over a connection of its own. Resolves with all that comes back until the server closes it. */
export function sendRaw(port: number, parts: readonly (string | Buffer)[]): Promise<string> {
  return openRaw(port, parts).answer
}

/** A connection that more bytes can be sent over. `answer` is all that comes back until the server closes it. */
export function openRaw(port: number, parts: readonly (string | Buffer)[]) {
  const socket = connect({ port, host: '127.0.0.1' })
  const connected = new Promise<void>(resolve => socket.once('connect', resolve))
  const answer = new Promise<string>(resolve => {
    let text = ''
    socket.setEncoding('latin1').on('data', part => {
      text += part
    })
    // The server may close a refused connection while it is still written to.
    socket.on('error', () => {})
    socket.once('close', () => resolve(text))
  })
  for (const part of parts) socket.write(part)
  return { connected, answer, write: (bytes: string) => socket.write(bytes) }
}

/** The status of the only answer in these bytes; 0 if the connection was closed without one. */
export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0)
}

/** The number of answers in these bytes. */
export function countAnswers(answer: string): number {
  return answer.match(/HTTP\/1\.1 \d{3} /g)?.length ?? 0
}
