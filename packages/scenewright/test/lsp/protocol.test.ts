import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Diagnostic, DiagnosticSeverity, type PublishDiagnosticsParams } from 'vscode-languageserver-protocol'
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver-protocol/node'
import { folderWith, scenewright } from '../run.ts'
import { type Editor, editorAt, positionOf, serverProcess } from './editor.ts'

const refund = `title: Refund status
trigger_description: The customer asks when a refund will arrive.
examples: [Where is my refund?, refund still not here, money back please]
flow:
  nodes:
    wait_time: { text: A refund takes 3 business days., next: doen }
    done: END
`

const file = 'scenarios/refund.scenario.yaml'
const project = { 'scenewright.config.yaml': '', [file]: refund }

const framed = (content: string) => `Content-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`
const call = (message: object) => framed(JSON.stringify({ jsonrpc: '2.0', ...message }))
const initialize = call({
  id: 1,
  method: 'initialize',
  params: { processId: null, rootUri: null, capabilities: {} },
})

/** Starts a server, and reads its answers by their ids. */
async function rawServer(cwd?: string) {
  const server = serverProcess(cwd ?? (await folderWith(project)), { env: { HOME: process.env.HOME ?? '' } })
  let output = ''
  server.child.stdout.setEncoding('utf8').on('data', text => {
    output += text
  })
  const answered = async (id: number) => {
    while (!output.includes(`"id":${id},`)) await once(server.child.stdout, 'data')
  }
  return { ...server, answered, write: (text: string) => server.child.stdin.write(text) }
}

test.each([
  ['a message that is no JSON', framed('{"jsonrpc": "2.0", "id": ')],
  ['JSON that is no message', framed('[1, null, "x"]')],
  ['a request with the wrong params', call({ id: 7, method: 'textDocument/hover', params: [null] })],
  ['a notification with the wrong params', call({ method: 'textDocument/didChange', params: { textDocument: 3 } })],
  ['a notification without an address', call({ method: 'workspace/didChangeWatchedFiles', params: { changes: [{}] } })],
  ['an unknown request', call({ id: 8, method: 'textDocument/none', params: {} })],
  ['text without a header', 'hello\r\n\r\n'],
  ['a header without a length', 'Content-Type: text\r\n\r\n'],
  ['a length that is no number', 'Content-Length: many\r\n\r\n'],
  ['a length below zero', 'Content-Length: -1\r\n\r\n'],
  ['bytes that are no text', '\u0000\ufffd\u0001\r\n\r\n'],
])('%s does not end the server', async (_what, bytes) => {
  const { write, answered, child, ended } = await rawServer()
  write(initialize)
  await answered(1)
  write(bytes)
  write(call({ id: 2, method: 'workspace/symbol', params: { query: '' } }))
  await answered(2)
  write(call({ id: 3, method: 'shutdown' }))
  await answered(3)
  write(call({ method: 'exit' }))
  expect(await ended).toEqual([0, null])
  expect(child.exitCode).toBe(0)
})

test('a line of 20 MB in a document, and one without a header, do not end the server', async () => {
  const { write, answered, ended } = await rawServer()
  write(initialize)
  await answered(1)
  const line = 'x'.repeat(20 * 1024 * 1024)
  const uri = 'file:///elsewhere/long.scenario.yaml'
  write(call({ method: 'initialized', params: {} }))
  write(
    call({
      method: 'textDocument/didOpen',
      params: { textDocument: { uri, languageId: 'scenewright', version: 1, text: `title: ${line}` } },
    }),
  )
  write(call({ id: 2, method: 'textDocument/foldingRange', params: { textDocument: { uri } } }))
  await answered(2)
  write(`${line}\r\n\r\n`)
  write(call({ id: 3, method: 'shutdown' }))
  await answered(3)
  write(call({ method: 'exit' }))
  expect(await ended).toEqual([0, null])
})

test('a scenario with a line of 20 MB has a finding, and the others keep theirs', async () => {
  const editor = await editorAt({ cwd: await folderWith(project) })
  await editor.open('scenarios/long.scenario.yaml', `title: ${'x'.repeat(20 * 1024 * 1024)}`)
  await editor.whenPublished('scenarios/long.scenario.yaml', list => list.length > 0)
  await editor.whenPublished(file, list => list.some(({ code }) => code === 'graph/unknown-target'))
})

test('the server ends when its client closes the connection, also while it works', async () => {
  const { write, answered, child, ended, stderr } = await rawServer()
  write(initialize)
  await answered(1)
  write(call({ method: 'initialized', params: {} }))
  child.stdin.end()
  expect(await ended).toEqual([0, null])
  expect(stderr()).toBe('')
})

test('the server ends when its client closes the connection within a message', async () => {
  const { write, answered, child, ended } = await rawServer()
  write(initialize)
  await answered(1)
  write('Content-Length: 500\r\n\r\n{"json')
  child.stdin.end()
  expect(await ended).toEqual([0, null])
})

test('the server ends when its client closes the connection right after it has introduced itself', async () => {
  const other = refund.replace('Refund status', 'Another')
  const cwd = await folderWith({ ...project, 'scenarios/other.scenario.yaml': other })
  // What is known already opens faster.
  await scenewright(['check'], { cwd })
  for (let count = 0; count < 3; count += 1) {
    const { write, answered, child, ended } = await rawServer(cwd)
    write(initialize)
    await answered(1)
    write(call({ method: 'initialized', params: {} }))
    child.stdin.end()
    expect(await ended).toEqual([0, null])
  }
})

test('the server ends when the process of its client is gone, although the connection stays open', async () => {
  const client = serverProcess(await folderWith(project)).child
  const { child, ended } = serverProcess(await folderWith(project), {
    args: ['--clientProcessId', String(client.pid)],
  })
  client.kill('SIGKILL')
  await once(client, 'close')
  expect(await ended).toEqual([0, null])
  expect(child.stdin.destroyed).toBe(true)
})

test.skipIf(process.platform !== 'linux')(
  'a client whose parent never asks for its exit status counts as gone',
  async () => {
    const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 1000'], { stdio: ['ignore', 'pipe', 'ignore'] })
    onTestFinished(() => void parent.kill())
    const [line] = await once(parent.stdout, 'data')
    const { ended } = serverProcess(await folderWith(project), { args: ['--clientProcessId', String(line).trim()] })
    expect(await ended).toEqual([0, null])
  },
)

test('of many changes that arrive at once, only the last ones are compiled', async () => {
  const editor = await editorAt({ cwd: await folderWith(project) })
  await editor.open(file, refund)
  let published = 0
  const last = new Promise<void>(resolve => {
    editor.connection.onNotification('textDocument/publishDiagnostics', ({ diagnostics }: PublishDiagnosticsParams) => {
      published += 1
      if (JSON.stringify(diagnostics).includes('field300')) resolve()
    })
  })
  const changes = Array.from({ length: 300 }, (_, number) => editor.change(file, `${refund}field${number + 1}: x\n`))
  await Promise.all([...changes, last])
  expect(published).toBeLessThan(30)
})

test('a request that the client cancels is answered with an error', async () => {
  const editor = await editorAt({ cwd: await folderWith(project) })
  const { CancellationTokenSource } = await import('vscode-languageserver-protocol')
  const source = new CancellationTokenSource()
  const answer = editor.connection.sendRequest('workspace/symbol', { query: '' }, source.token)
  source.cancel()
  await expect(answer).rejects.toMatchObject({ code: -32800 })
  expect(await editor.request('workspace/symbol', { query: '' })).toHaveLength(1)
})

test('the client is shown that triggers are compared', async () => {
  const editor = await editorAt({
    cwd: await folderWith(project),
    capabilities: { window: { workDoneProgress: true } },
  })
  await editor.whenWorkEnds('comparing triggers …')
})

test.skipIf(process.platform !== 'linux')('comparing triggers has a lower priority than answering', async () => {
  const before = priorities()
  const editor = await editorAt({
    cwd: await folderWith(project),
    capabilities: { window: { workDoneProgress: true } },
  })
  await editor.whenWorkEnds('comparing triggers …')
  const started = [...priorities()].filter(([thread]) => !before.has(thread))
  expect(started.map(([, priority]) => priority)).toContain(Math.max(getPriority(), 10))
  expect(priorities().get(`${process.pid}`)).toBe(before.get(`${process.pid}`))
})

test('a client that pulls gets the findings of its documents by request, and those of closed files published', async () => {
  const other = 'scenarios/other.scenario.yaml'
  const editor = await editorAt({
    cwd: await folderWith({ ...project, [other]: refund.replace('Refund status', 'Another') }),
    capabilities: { textDocument: { diagnostic: {} }, workspace: { diagnostics: { refreshSupport: true } } },
  })
  await editor.open(file, refund)
  await editor.whenPublished(other, list => list.some(({ code }) => code === 'graph/unknown-target'))
  const pull = () => editor.request('textDocument/diagnostic', { textDocument: { uri: editor.uri(file) } })
  const { kind, items } = await pull()
  expect(kind).toBe('full')
  expect(items.map(({ code }: { code: string }) => code)).toContain('graph/unknown-target')
  await editor.change(file, refund.replace('doen', 'done'))
  expect((await pull()).items.map(({ code }: { code: string }) => code)).not.toContain('graph/unknown-target')
  expect(editor.diagnostics(file)).toEqual([])
})

test('a finding has its help, its page, related places and a tag', async () => {
  const text = refund.replace('next: doen', 'next: [done, wait_time]')
  const editor = await editorAt({ cwd: await folderWith(project) })
  await editor.open(file, text)
  await editor.whenPublished(file, list => list.some(({ code }) => code === 'graph/shadowed-edge'))
  const found = editor.diagnostics(file).find(({ code }) => code === 'graph/shadowed-edge')
  expect(found).toMatchObject({
    source: 'scenewright',
    codeDescription: { href: expect.stringMatching(/^https:.*graph\/shadowed-edge/) },
    tags: [1],
    message: expect.stringMatching(/is never taken.*\n.*condition/),
    relatedInformation: [{ location: { uri: editor.uri(file), range: { start: positionOf(text, 'done, wait') } } }],
  })
})

test('a scenario that is opened as YAML has no findings about its fields', async () => {
  const text = refund.replace('title:', 'titel: x\ntitle:')
  for (const [languageId, isReported] of [
    ['scenewright', true],
    ['yaml', false],
  ] as const) {
    const editor = await editorAt({
      cwd: await folderWith(project),
      capabilities: { textDocument: { diagnostic: {} } },
    })
    await editor.open(file, text, languageId)
    const { items } = await editor.request('textDocument/diagnostic', { textDocument: { uri: editor.uri(file) } })
    expect(items.some(({ code }: { code: string }) => code === 'source/schema')).toBe(isReported)
  }
})

/** The messages that an editor shows from now on. */
function shownMessages({ connection }: Editor): readonly string[] {
  const messages: string[] = []
  connection.onNotification('window/showMessage', ({ message }: { readonly message: string }) => {
    messages.push(message)
  })
  return messages
}

const config = 'scenewright.config.yaml'
const unknownTarget = (list: readonly Diagnostic[]) => list.some(({ code }) => code === 'graph/unknown-target')

test('a broken config is reported once and at its place, and the project stays as it was until it is repaired', async () => {
  const editor = await editorAt({ cwd: await folderWith(project) })
  const messages = shownMessages(editor)
  await editor.whenPublished(file, unknownTarget)
  writeFileSync(join(editor.folder, config), 'rules:\n  graph/trap: of\n')
  await editor.changedOnDisk(config)
  await editor.whenPublished(config, list => list.length > 0)
  expect(editor.diagnostics(config)).toEqual([
    {
      range: { start: { line: 1, character: 14 }, end: { line: 1, character: 16 } },
      severity: DiagnosticSeverity.Error,
      source: 'scenewright',
      message: expect.stringContaining('Did you mean "off"?'),
    },
  ])
  await editor.open(file, refund)
  await editor.change(file, refund.replace('doen', 'done'))
  await editor.whenPublished(file, list => !unknownTarget(list))
  expect(await editor.request('workspace/symbol', { query: 'Refund' })).not.toEqual([])
  expect(messages).toHaveLength(1)
  writeFileSync(join(editor.folder, config), 'rules: { graph/unknown-target: off }\n')
  await editor.changedOnDisk(config)
  await editor.change(file, refund)
  await editor.whenPublished(config, list => list.length === 0)
  await editor.request('workspace/symbol', { query: '' })
  expect(unknownTarget(editor.diagnostics(file))).toBe(false)
})

test('a config that cannot be decoded, or is a folder, is reported at its start, and an earlier error in it is gone', async () => {
  const editor = await editorAt({ cwd: await folderWith(project) })
  const start = { line: 0, character: 0 }
  const becomes = async (message: string) => {
    await editor.changedOnDisk(config)
    await editor.whenPublished(config, list => list.some(each => String(each.message).includes(message)))
    expect(editor.diagnostics(config)).toMatchObject([{ range: { start, end: start } }])
  }
  writeFileSync(join(editor.folder, config), 'sources:\n  - nowhere\n')
  await editor.changedOnDisk(config)
  await editor.whenPublished(config, list => list.length === 1)
  writeFileSync(join(editor.folder, config), Buffer.from('\ufeffbot: {}\n', 'utf16le'))
  await becomes('UTF-16\nSave it as UTF-8.')
  rmSync(join(editor.folder, config))
  mkdirSync(join(editor.folder, config))
  await becomes('not a file')
  rmSync(join(editor.folder, config), { recursive: true })
  await editor.changedOnDisk(config)
  await editor.whenPublished(config, list => list.length === 0)
})

test('while the project folder is gone, a message says so, and its return is noticed', async () => {
  const editor = await editorAt({ cwd: await folderWith(project) })
  const messages = shownMessages(editor)
  await editor.open(file, refund)
  await editor.whenPublished(file, unknownTarget)
  renameSync(editor.folder, `${editor.folder}-away`)
  await editor.change(file, refund.replace('doen', 'nope'))
  const symbols = () => editor.request('textDocument/documentSymbol', { textDocument: { uri: editor.uri(file) } })
  await symbols().catch(() => {})
  expect(messages).toEqual([expect.stringMatching(/^the project folder .* cannot be read: /)])
  renameSync(`${editor.folder}-away`, editor.folder)
  await editor.change(file, refund.replace('doen', 'done'))
  await editor.whenPublished(file, list => !unknownTarget(list))
  expect(await symbols()).toHaveLength(1)
})

test('while the baseline has a merge conflict, it has a diagnostic, and everything else goes on', async () => {
  const baseline = 'scenewright.baseline.json'
  const accepted = (count: number) =>
    JSON.stringify({
      version: 1,
      findings: [{ scenario: 'refund', rule: 'graph/unknown-target', node: 'wait_time', count }],
    })
  const conflict = `<<<<<<< ours\n${accepted(1)}\n=======\n${accepted(2)}\n>>>>>>> theirs\n`
  const editor = await editorAt({ cwd: await folderWith({ ...project, [baseline]: conflict }) })
  await editor.whenPublished(file, unknownTarget)
  expect(editor.diagnostics(baseline)).toEqual([
    {
      range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
      severity: DiagnosticSeverity.Error,
      source: 'scenewright',
      message: expect.stringContaining('contains an unresolved merge conflict'),
    },
  ])
  writeFileSync(join(editor.folder, baseline), accepted(1))
  await editor.changedOnDisk(baseline)
  await editor.whenPublished(file, list => !unknownTarget(list))
  expect(editor.diagnostics(baseline)).toEqual([])
  const messages = shownMessages(editor)
  writeFileSync(join(editor.folder, baseline), conflict)
  await editor.changedOnDisk(baseline)
  await editor.whenPublished(file, unknownTarget)
  expect(editor.diagnostics(baseline)).toHaveLength(1)
  await editor.open(file, refund)
  await editor.change(file, refund.replace('doen', 'done'))
  await editor.whenPublished(file, list => !unknownTarget(list))
  expect(await editor.request('workspace/symbol', { query: 'Refund' })).not.toEqual([])
  // The config is unusable, too, and its earlier state remains.
  writeFileSync(join(editor.folder, config), 'rules: [')
  await editor.changedOnDisk(config)
  await editor.changedOnDisk(baseline)
  expect(await editor.request('workspace/symbol', { query: 'Refund' })).not.toEqual([])
  expect(messages).toEqual([
    expect.stringContaining('contains an unresolved merge conflict'),
    expect.stringContaining('scenewright.config.yaml:1:'),
  ])
})

test('a config counts as it is in the editor, saved or not, and its errors are shown only at their place', async () => {
  const editor = await editorAt({ cwd: await folderWith(project) })
  const messages = shownMessages(editor)
  await editor.whenPublished(file, unknownTarget)
  await editor.open(config, 'rules: { graph/unknown-target: off }\n', 'yaml')
  await editor.whenPublished(file, list => !unknownTarget(list))
  await editor.change(config, 'rules: { graph/unknown-target: of }\n')
  await editor.whenPublished(config, list => list.length === 1)
  expect(await editor.request('workspace/symbol', { query: 'Refund' })).not.toEqual([])
  await editor.change(config, 'rules: { graph/unknown-target: warn }\n')
  await editor.change(config, 'rules: { graph/unknown-target: warning }\n')
  await editor.whenPublished(file, unknownTarget)
  expect(editor.diagnostics(config)).toEqual([])
  await editor.change(config, 'rules: [')
  await editor.whenPublished(config, list => list.length === 1)
  await editor.close(config)
  await editor.whenPublished(config, list => list.length === 0)
  await editor.whenPublished(file, list =>
    list.some(({ code, severity }) => code === 'graph/unknown-target' && severity === DiagnosticSeverity.Error),
  )
  expect(messages).toEqual([])
})

test('a project whose config is broken from the start opens when the editor has a sound one', async () => {
  const editor = await editorAt({ cwd: await folderWith({ ...project, [config]: 'sources: [' }) })
  await editor.whenPublished(config, list => list.length === 1)
  await editor.open(config, 'sources: [scenarios]\n', 'yaml')
  await editor.whenPublished(file, unknownTarget)
  expect(editor.diagnostics(config)).toEqual([])
})

test('a config that the command line names is read again when it changes', async () => {
  const editor = await editorAt({
    cwd: await folderWith({ 'bot.yaml': '', [file]: refund }),
    args: ['--config', 'bot.yaml'],
  })
  await editor.whenPublished(file, list => list.some(({ code }) => code === 'graph/unknown-target'))
  writeFileSync(join(editor.folder, 'bot.yaml'), 'rules: { graph/unknown-target: off }\n')
  await editor.changedOnDisk('bot.yaml')
  await editor.whenPublished(file, list => list.every(({ code }) => code !== 'graph/unknown-target'))
})

test('a config that the command line names and that is gone no longer has its earlier error', async () => {
  const editor = await editorAt({
    cwd: await folderWith({ 'bot.yaml': 'rules: [', [file]: refund }),
    args: ['--config', 'bot.yaml'],
  })
  const messages = shownMessages(editor)
  await editor.whenPublished('bot.yaml', list => list.length === 1)
  rmSync(join(editor.folder, 'bot.yaml'))
  await editor.changedOnDisk('bot.yaml')
  await editor.whenPublished('bot.yaml', list => list.length === 0)
  // The message follows the diagnostics.
  await editor.request('workspace/symbol', { query: '' })
  expect(messages.at(-1)).toContain('does not exist')
})

test('a folder that became a file contains no sources, and no path ends the server', async () => {
  const inner = 'scenarios/sub/refund.scenario.yaml'
  const editor = await editorAt({ cwd: await folderWith({ ...project, [inner]: refund }) })
  await editor.whenPublished(inner, list => list.length > 0)
  rmSync(join(editor.folder, 'scenarios/sub'), { recursive: true })
  writeFileSync(join(editor.folder, 'scenarios/sub'), '')
  await editor.changedOnDisk(inner)
  await editor.whenPublished(inner, list => list.length === 0)
  await editor.open(`${file}/below.scenario.yaml`, refund)
  await editor.open(`scenarios/${'x'.repeat(300)}.scenario.yaml`, refund)
  expect(await editor.request('workspace/symbol', { query: 'Refund' })).not.toHaveLength(0)
})

test('while a folder of sources is gone, the config says so, and no change is lost', async () => {
  const other = 'more/other.scenario.yaml'
  const sound = refund.replace('doen', 'done')
  const files = { [config]: 'sources: [scenarios, more]\n', [file]: sound, [other]: sound }
  const editor = await editorAt({ cwd: await folderWith(files) })
  const messages = shownMessages(editor)
  await editor.request('workspace/symbol', { query: '' })
  renameSync(join(editor.folder, 'scenarios'), join(editor.folder, 'away'))
  await editor.changedOnDisk(file)
  await editor.whenPublished(config, list => list.some(({ message }) => String(message).includes('"scenarios"')))
  writeFileSync(join(editor.folder, other), refund)
  await editor.changedOnDisk(other)
  await editor.request('workspace/symbol', { query: '' })
  renameSync(join(editor.folder, 'away'), join(editor.folder, 'scenarios'))
  await editor.changedOnDisk(file)
  await editor.whenPublished(other, unknownTarget)
  expect(editor.diagnostics(config)).toEqual([])
  expect(messages).toEqual([expect.stringContaining('"scenarios" is not an existing folder')])
})

test('a folder of sources that is gone is noticed at the next save if the client reports no changes', async () => {
  const sound = refund.replace('doen', 'done')
  const other = 'scenarios/other.scenario.yaml'
  const files = { [config]: 'sources: [scenarios]\n', [file]: sound, [other]: sound }
  const editor = await editorAt({ cwd: await folderWith(files) })
  const messages = shownMessages(editor)
  await editor.open(file, sound)
  await editor.request('workspace/symbol', { query: '' })
  const textDocument = { uri: editor.uri(file) }
  renameSync(join(editor.folder, 'scenarios'), join(editor.folder, 'away'))
  await editor.connection.sendNotification('textDocument/didSave', { textDocument })
  await editor.whenPublished(config, list => list.some(({ message }) => String(message).includes('"scenarios"')))
  writeFileSync(join(editor.folder, 'away/other.scenario.yaml'), refund)
  renameSync(join(editor.folder, 'away'), join(editor.folder, 'scenarios'))
  await editor.connection.sendNotification('textDocument/didSave', { textDocument })
  await editor.whenPublished(other, unknownTarget)
  expect(editor.diagnostics(config)).toEqual([])
  expect(messages).toEqual([expect.stringContaining('"scenarios" is not an existing folder')])
})

test('folders of sources are watched, and a folder that changes is read again with all that is below', async () => {
  const inner = 'scenarios/orders/late/refund.scenario.yaml'
  const source = 'scenarios/hours.scenario.ts'
  const files = {
    [config]: 'sources: [scenarios, ./more]\n',
    [inner]: refund.replace('doen', 'done'),
    [source]: `import { hours } from '../shared/hours.ts'\nexport default hours\n`,
    'more/other.scenario.yaml': refund.replace('Refund status', 'Other').replaceAll('refund', 'other'),
    'shared/hours.ts': `import { end, scenario } from 'scenewright'
export const hours = scenario({ title: 'Hours', trigger_description: 'Hours', flow: { nodes: { done: end() } } })
`,
  }
  const capabilities = { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } }
  const editor = await editorAt({ cwd: await folderWith(files), capabilities })
  await editor.whenPublished('more/other.scenario.yaml', unknownTarget)
  expect(editor.watched()).toEqual(
    expect.arrayContaining(['**/scenarios', '**/scenarios/**', '**/more', '**/more/**', '**/*.ts']),
  )
  const at = (name: string) => join(editor.folder, name)
  writeFileSync(at(inner), refund)
  await editor.changedOnDisk('scenarios/orders')
  await editor.whenPublished(inner, unknownTarget)
  renameSync(at('scenarios/orders'), at('scenarios/shop'))
  await editor.changedOnDisk('scenarios/orders', 'scenarios/shop')
  await editor.whenPublished('scenarios/shop/late/refund.scenario.yaml', unknownTarget)
  expect(editor.diagnostics(inner)).toEqual([])
  rmSync(at('shared'), { recursive: true })
  await editor.changedOnDisk('shared')
  await editor.whenPublished(source, list => list.some(({ code }) => code === 'source/not-static'))
})

test('a source that changes at once with a config that is broken, and restored later, is read', async () => {
  const editor = await editorAt({ cwd: await folderWith(project) })
  await editor.whenPublished(file, unknownTarget)
  writeFileSync(join(editor.folder, config), '<<<<<<< ours\n')
  writeFileSync(join(editor.folder, file), refund.replace('doen', 'done'))
  await editor.changedOnDisk(config, file)
  await editor.whenPublished(file, list => !unknownTarget(list))
  expect(editor.diagnostics(config)).toHaveLength(1)
  writeFileSync(join(editor.folder, config), '')
  await editor.changedOnDisk(config)
  await editor.whenPublished(config, list => list.length === 0)
})

test('changes of the disk that the client does not report count when a document is opened or saved, and for a rename', async () => {
  const tests = 'scenarios/refund.test.yaml'
  const walk = (name: string) => `conversations:
  - name: ${name}
    turns: [{ user: Where is my refund?, expect: { starts: refund, walk: [wait_time, done] } }]
`
  const sound = refund.replace('doen', 'done')
  const other = 'scenarios/other.scenario.yaml'
  const editor = await editorAt({ cwd: await folderWith({ ...project, [other]: refund, [tests]: walk('asks') }) })
  await editor.open(file, sound)
  await editor.whenPublished(other, unknownTarget)
  writeFileSync(join(editor.folder, other), `${sound}# Repaired.\n`)
  await editor.connection.sendNotification('textDocument/didSave', { textDocument: { uri: editor.uri(file) } })
  await editor.whenPublished(other, list => !unknownTarget(list))
  writeFileSync(join(editor.folder, tests), `# New.\n# Lines.\n${walk('asks')}`)
  const { changes } = await editor.requestAt('textDocument/rename', file, positionOf(sound, 'wait_time'), {
    newName: 'duration',
  })
  expect(changes[editor.uri(tests)]).toMatchObject([{ newText: 'duration', range: { start: { line: 4 } } }])
  writeFileSync(join(editor.folder, 'scenarios/new.scenario.yaml'), refund)
  writeFileSync(join(editor.folder, config), 'rules: { graph/unreachable: off }\n')
  await editor.open(tests, walk('asks'))
  await editor.whenPublished('scenarios/new.scenario.yaml', unknownTarget)
})

test('a client may refuse every request of the server', async () => {
  const editor = await editorAt({
    cwd: await folderWith(project),
    refuses: true,
    capabilities: {
      textDocument: { diagnostic: {} },
      window: { workDoneProgress: true },
      workspace: {
        didChangeWatchedFiles: { dynamicRegistration: true },
        diagnostics: { refreshSupport: true },
        inlayHint: { refreshSupport: true },
      },
    },
  })
  const pull = () => editor.request('textDocument/diagnostic', { textDocument: { uri: editor.uri(file) } })
  await editor.open(file, refund)
  await pull()
  await editor.connection.sendNotification('workspace/didChangeConfiguration', { settings: {} })
  await editor.change(file, refund.replace('doen', 'done'))
  await pull()
  await editor.change(file, refund)
  expect((await pull()).items).not.toEqual([])
})

test('requests before initialize and after shutdown, and a second initialize, are answered with an error', async () => {
  const { child } = serverProcess(await folderWith(project))
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  )
  connection.listen()
  const client = { processId: null, rootUri: null, capabilities: {} }
  const symbols = () => connection.sendRequest('workspace/symbol', { query: '' })
  await expect(symbols()).rejects.toMatchObject({ code: -32002 })
  await connection.sendRequest('initialize', client)
  await expect(connection.sendRequest('initialize', client)).rejects.toMatchObject({ code: -32600 })
  expect(await symbols()).toEqual([])
  await connection.sendRequest('shutdown')
  await expect(symbols()).rejects.toMatchObject({ code: -32600 })
})

test('a rejected initialize may be repeated, and any other request before it is too early', async () => {
  const { child } = serverProcess(await folderWith(project))
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  )
  connection.listen()
  await expect(connection.sendRequest('textDocument/none', {})).rejects.toMatchObject({ code: -32002 })
  for (const params of [{}, { capabilities: null }, { capabilities: {}, workspaceFolders: [null] }]) {
    await expect(connection.sendRequest('initialize', params)).rejects.toMatchObject({ code: -32602 })
  }
  await connection.sendRequest('initialize', { processId: null, rootUri: null, capabilities: {} })
  await expect(connection.sendRequest('textDocument/none', {})).rejects.toMatchObject({ code: -32601 })
})

test('params that lack what a request needs are answered with its name, and such notifications are only logged', async () => {
  const editor = await editorAt({ cwd: await folderWith(project) })
  const messages = shownMessages(editor)
  const logged: string[] = []
  editor.connection.onNotification('window/logMessage', ({ message }: { readonly message: string }) => {
    logged.push(message)
  })
  await editor.open(file, refund)
  const textDocument = { uri: editor.uri(file) }
  const position = { line: 0, character: 0 }
  for (const [method, params, field] of [
    ['textDocument/hover', {}, 'textDocument'],
    ['textDocument/documentSymbol', { textDocument: { uri: 5 } }, 'textDocument.uri'],
    ['textDocument/completion', { textDocument }, 'position'],
    ['textDocument/definition', { textDocument, position: { line: 1.5, character: 0 } }, 'position.line'],
    ['textDocument/rename', { textDocument, position }, 'newName'],
    ['textDocument/inlayHint', { textDocument, range: { start: position } }, 'range.end'],
    ['textDocument/codeAction', { textDocument, range: { start: position, end: position } }, 'context'],
    ['textDocument/selectionRange', { textDocument, positions: [position, null] }, 'positions[1]'],
    ['workspace/symbol', {}, 'query'],
    ['workspace/willRenameFiles', { files: [{ oldUri: editor.uri(file) }] }, 'files[0].newUri'],
    ['scenewright/flow', { textDocument, position: 5 }, 'position'],
    ['scenewright/runTests', { ids: 5 }, 'ids'],
  ] as const) {
    await expect(editor.request(method, params), method).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(`"${field}"`),
    })
  }
  for (const [method, params] of [
    ['workspace/didChangeWatchedFiles', { changes: [{}] }],
    ['textDocument/didOpen', { textDocument }],
    ['textDocument/didChange', { textDocument, contentChanges: [{ text: 5 }] }],
    ['textDocument/didClose', {}],
  ] as const) {
    await editor.connection.sendNotification(method, params)
  }
  expect(await editor.request('workspace/symbol', { query: '' })).toHaveLength(1)
  expect(messages).toEqual([])
  expect(logged).toHaveLength(4)
  expect(logged[0]).toContain('"changes[0].uri"')
})

test('a link to a place outside the project that appears is a finding, and what it replaces is gone', async () => {
  const outside = await folderWith({ 'a.scenario.yaml': refund, 'sub/inner.scenario.yaml': refund })
  const inner = 'scenarios/sub/inner.scenario.yaml'
  const editor = await editorAt({ cwd: await folderWith({ ...project, [inner]: refund }) })
  const isOnlyLink = (list: readonly Diagnostic[]) =>
    list.length === 1 &&
    list.every(({ message }) => String(message).includes('is a link to a place outside the project'))
  await editor.whenPublished(inner, list => list.length > 0)
  for (const [path, target] of [
    ['scenarios/new.scenario.yaml', 'a.scenario.yaml'],
    [file, 'a.scenario.yaml'],
    ['scenarios/sub', 'sub'],
  ] as const) {
    rmSync(join(editor.folder, path), { recursive: true, force: true })
    symlinkSync(join(outside, target), join(editor.folder, path))
  }
  await editor.changedOnDisk('scenarios/new.scenario.yaml', file, inner)
  await editor.whenPublished('scenarios/new.scenario.yaml', isOnlyLink)
  await editor.whenPublished(file, isOnlyLink)
  await editor.whenPublished(inner, list => list.length === 0)
})

/** The priorities of the threads of this process, by their ids: the higher the number, the lower the priority. */
function priorities(): ReadonlyMap<string, number> {
  return new Map(readdirSync('/proc/self/task').map(thread => [thread, priorityOf(thread)]))
}

function priorityOf(thread: string): number {
  try {
    const [, fields] = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ')
    return Number(fields?.split(' ')[16])
  } catch {
    // It has ended meanwhile.
    return Number.NaN
  }
}

test('of several folders, the first one with a config is the project', async () => {
  const file = 'scenarios/a.scenario.yaml'
  const cwd = await folderWith({ 'scenewright.config.yaml': '', [file]: 'title: A\n' })
  const editor = await editorAt({ cwd, folders: [await folderWith({ [file]: 'title: B\n' }), realpathSync(cwd)] })
  await editor.whenPublished(file, diagnostics => diagnostics.length > 0)
})
