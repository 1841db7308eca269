import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { bin, exampleBot, scenewrightProcess } from '../run.ts'

interface Answer {
  readonly id?: number | null
  readonly error?: { readonly code: number }
}

interface Server {
  readonly child: ChildProcessWithoutNullStreams
  send(line: string): void
  /** The next message that the server writes. */
  next(): Promise<{
    readonly id?: number | null
    readonly result?: unknown
    readonly error?: { readonly code: number }
  }>
  readonly ended: Promise<unknown[]>
  stderr(): string
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

async function started(): Promise<Server> {
  const child = spawn(bin, ['mcp'], { cwd: exampleBot('shop'), env: { PATH: process.env.PATH ?? '' } })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.stdin.on('error', () => {})
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    stderr += text
  })
  const ended = once(child, 'close')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const server: Server = {
    child,
    ended,
    stderr: () => stderr,
    send: line => void child.stdin.write(`${line}\n`),
    next: async () => JSON.parse((await lines.next()).value ?? 'null'),
  }
  server.send(JSON.stringify(initialize))
  expect(await server.next()).toMatchObject({ id: 1, result: { serverInfo: { name: 'scenewright' } } })
  server.send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }))
  return server
}

const malformed = [
  'hello',
  '{"jsonrpc":"2.0","id":',
  '{"id":2,"question":"why"}',
  '[1,2,3]',
  '',
  '\0\0\0',
  '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"__proto__","arguments":{}}}',
  '{"jsonrpc":"2.0","id":4,"method":"resources/read","params":{"uri":"scenewright://rules/%"}}',
]

test('lines that are no messages do not end the server', async () => {
  const { send, next, child, ended, stderr } = await started()
  for (const line of malformed) send(line)
  send(JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'ping' }))
  const answers = new Map<unknown, Answer>()
  while (![3, 4, 7].every(id => answers.has(id))) {
    const answer = await next()
    answers.set(answer.id, answer)
  }
  expect(answers.get(7)).toEqual({ jsonrpc: '2.0', id: 7, result: {} })
  for (const id of [3, 4]) expect(answers.get(id)?.error?.code).toBeLessThan(0)
  child.stdin.end()
  expect(await ended).toEqual([0, null])
  expect(stderr()).toBe('Skipped a line that is no JSON-RPC message.\n'.repeat(2))
})

test('a line of 20 MB ends the server with an error that says the limit', async () => {
  const { send, ended, stderr } = await started()
  send(`{"jsonrpc":"2.0","id":2,"method":"${'x'.repeat(20 * 1024 * 1024)}"}`)
  expect(await ended).toEqual([3, null])
  expect(stderr()).toContain('at most 8388608 bytes')
  expect(stderr()).not.toMatch(/\.cjs:\d+|node:/)
})

test('the server ends with its client: closed input, a killed client, a signal', async () => {
  const closed = await started()
  closed.send(JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'lab', arguments: {} } }))
  closed.child.stdin.end()
  expect(await closed.ended).toEqual([0, null])
  const unread = await started()
  unread.child.stdout.destroy()
  unread.child.stdin.destroy()
  expect((await unread.ended)[1]).toBe(null)
  const signalled = await started()
  signalled.child.kill('SIGTERM')
  expect(await signalled.ended).toEqual([0, null])
})

test('a config that cannot be used is an error before the server begins', async () => {
  const { code, stdout, stderr } = await scenewrightProcess(['mcp', '--config', 'none.yaml'], {
    cwd: exampleBot('shop'),
  })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain('none.yaml')
})
