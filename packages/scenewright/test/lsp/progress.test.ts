import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node'
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver-protocol/node'
import { createProgress } from '../../src/commands/lsp/progress.ts'

test('work that begins when the client is gone is shown to nobody, and throws nothing', async () => {
  const input = new PassThrough()
  const output = new PassThrough()
  const server = createConnection(ProposedFeatures.all, input, output)
  server.onInitialize(() => ({ capabilities: {} }))
  const client = createProtocolConnection(new StreamMessageReader(output), new StreamMessageWriter(input))
  client.listen()
  server.listen()
  const capabilities = { window: { workDoneProgress: true } }
  await client.sendRequest('initialize', { processId: null, rootUri: null, capabilities })
  const show = createProgress(server)
  server.dispose()
  expect(() => server.window.createWorkDoneProgress()).toThrow('disposed')
  for (const text of ['opening the project …', 'comparing triggers …', '']) show(text)
  client.dispose()
})
