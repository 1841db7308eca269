import { createServer } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sendBytes } from '../src/http/send-bytes.ts'
import { readServiceAddress } from '../src/http/service-address.ts'
import type { Row } from '../src/row.ts'
import { runRows } from '../src/run-rows.ts'
import type { Subject } from '../src/subject/subject.ts'

const answer = 'HTTP/1.1 400 Bad Request\r\nContent-Length: 2\r\n\r\n{}'

/** Sends a line to a server that sends this answer, and then resets the connection. */
async function exchange(text: string, signal = new AbortController().signal) {
  const server = createServer(socket => {
    socket.on('data', async () => {
      if (text !== '') socket.write(text)
      for (let turns = 0; turns < 50; turns += 1) await turn()
      socket.resetAndDestroy()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  try {
    return await sendBytes(readServiceAddress(`http://127.0.0.1:${port}`), 'NONSENSE\r\n\r\n', signal)
  } finally {
    server.close()
  }
}

test('an answer counts, even if the connection is reset after it', async () => {
  expect(await exchange(answer)).toMatchObject({ asked: 'NONSENSE', status: 400, body: {} })
})

test('a reset without an answer is a mismatch', async () => {
  await expect(exchange('')).rejects.toMatchObject({ name: 'Mismatch', came: 'none: ECONNRESET' })
})

test('an abort ends the wait for an answer', async () => {
  await expect(exchange('', AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
})

test('a check that throws an unexpected error does not end the run', async () => {
  const row = (id: string, check: Row['check']): Row => ({
    id,
    operation: 'GET /bots',
    kind: 'field',
    requirement: 'A.',
    check,
  })
  const rows = [
    row('C-001', async () => {
      throw new TypeError('broken')
    }),
    row('C-002', async () => {}),
  ]
  const subject = { signal: new AbortController().signal, redact: (text: string) => text } as Subject
  const results = await runRows(rows, subject, () => {})
  expect(results.map(({ verdict }) => verdict)).toEqual([
    { kind: 'error', reason: 'The check ended with an error: TypeError: broken' },
    { kind: 'pass' },
  ])
})
