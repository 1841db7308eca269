import { expect, test } from 'vitest'
import type { CodeAction, CompletionItem, InlayHint, TextEdit } from 'vscode-languageserver-protocol'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { folderWith } from '../run.ts'
import { editorAt, positionOf } from './editor.ts'

const refund = `title: Refund status
trigger_description: The customer asks when a refund will arrive.
examples:
  - Where is my refund?
  - refund still not here
flow:
  nodes:
    wait_time:
      text: A refund takes 3 business days.
      next: done
    done: END
`

const tests = `conversations:
  - name: asks for the money
    turns:
      - user: Where is my refund?
        expect: { starts: orders/refund, walk: [wait_time, done] }
`

const file = 'scenarios/orders/refund.scenario.yaml'
const testFile = 'scenarios/orders/refund.test.yaml'
const project: Readonly<Record<string, string>> = { 'scenewright.config.yaml': '', [file]: refund }

async function documentWith(
  text: string,
  { files = project, languageId = 'scenewright', snippetEditSupport = false } = {},
) {
  const editor = await editorAt({
    cwd: await folderWith(files),
    capabilities: { workspace: { workspaceEdit: { resourceOperations: ['create'], snippetEditSupport } } },
  })
  await editor.open(file, text, languageId)
  const uri = editor.uri(file)
  const actions = async (words: string, only?: readonly string[]): Promise<readonly CodeAction[]> => {
    const start = positionOf(text, words)
    const context = { diagnostics: [], ...(only && { only }) }
    return editor.request('textDocument/codeAction', { textDocument: { uri }, range: { start, end: start }, context })
  }
  const titled = async (words: string, title: string) => (await actions(words)).find(action => action.title === title)
  const applied = (action: CodeAction | undefined) => {
    const edits = action?.edit?.changes?.[uri] as TextEdit[]
    return TextDocument.applyEdits(TextDocument.create(uri, languageId, 1, text), edits)
  }
  return { editor, actions, titled, applied }
}

test('a finding is fixed, and all of a file are fixed at once', async () => {
  const text = refund.replace('next: done', 'next: doen')
  const { actions, titled, applied } = await documentWith(text)
  expect(applied(await titled('doen', 'Write "done"'))).toBe(refund)
  const [all, ...others] = await actions('title', ['source.fixAll'])
  expect(others).toEqual([])
  expect(applied(all)).toBe(refund)
  expect((await actions('doen', ['quickfix'])).map(({ kind }) => kind)).not.toContain('source.fixAll.scenewright')
  expect(await actions('doen', ['refactor.extract'])).toEqual([])
})

test('a fix that would cause another error is not among those that are applied at once', async () => {
  const withNodes = (waiting: string, other: string) =>
    refund.replace(
      'next: done\n',
      `next: [waiting, other, done]
    waiting: { text: Please wait., next: ${waiting} }
    other: { text: See you., next: ${other} }
`,
    )
  const alone = await documentWith(withNodes('waitng', 'done'))
  expect(await alone.titled('waitng', 'Write "waiting"')).toBeDefined()
  expect(await alone.actions('title', ['source.fixAll'])).toEqual([])
  const { actions, applied } = await documentWith(withNodes('waitng', 'doen'))
  expect(applied((await actions('title', ['source.fixAll']))[0])).toBe(withNodes('waitng', 'done'))
})

test('a finding is suppressed by a comment or in the config, whose reason the author must write', async () => {
  const text = refund.replace('next: done', 'next: doen')
  const { titled, applied } = await documentWith(text)
  expect(applied(await titled('doen', 'Suppress graph/unknown-target here'))).toBe(
    text.replace('      next: doen', '      # scenewright-ignore graph/unknown-target: \n      next: doen'),
  )
  const withSnippets = await documentWith(text, { snippetEditSupport: true })
  const comment = await withSnippets.titled('doen', 'Suppress graph/unknown-target here')
  expect(comment?.edit?.documentChanges).toMatchObject([
    { edits: [{ snippet: { value: '      # scenewright-ignore graph/unknown-target: $0\n' } }] },
  ])
})

test('a finding about something missing is suppressed by a comment above the first field', async () => {
  const text = `# A note.\n${refund.replace(/^examples:.*\n(?: .*\n)*/m, '')}`
  const suppressed = text.replace('title:', '# scenewright-ignore trigger/no-examples: \ntitle:')
  const title = 'Suppress trigger/no-examples here'
  const { titled, applied } = await documentWith(text)
  expect(applied(await titled('title', title))).toBe(suppressed)
  const accepted = await documentWith(suppressed.replace('examples: ', 'examples: a button starts it'))
  expect(await accepted.titled('title', title)).toBeUndefined()
})

test('no comment is offered within a text of several lines, which it would change', async () => {
  const rule = 'graph/unknown-target'
  const yaml = refund.replace(/ {4}wait_time:\n.*\n.*\n/, '    wait_time: { text: "A\n      week.", next: doen }\n')
  const inYaml = await documentWith(yaml)
  expect(await inYaml.titled('doen', `Suppress ${rule} here`)).toBeUndefined()
  expect(await inYaml.titled('doen', `Suppress ${rule} in this file, in the config`)).toBeDefined()
  const typescript = `import { scenario } from 'scenewright'
export default scenario({
  title: 'Refund', trigger_description: 'The customer asks for money.', examples: ['money back'],
  flow: { nodes: { wait: { text: \`A
    week.\`, next: 'doen' }, done: 'END' } },
})
`
  const other = 'scenarios/other.scenario.ts'
  const editor = await editorAt({ cwd: await folderWith({ ...project, [other]: typescript }) })
  await editor.whenPublished(other, list => list.some(({ code }) => code === rule))
  const start = positionOf(typescript, 'doen')
  const actions = await editor.request('textDocument/codeAction', {
    textDocument: { uri: editor.uri(other) },
    range: { start, end: start },
    context: { diagnostics: [] },
  })
  expect(actions.map(({ title }: CodeAction) => title)).not.toContain(`Suppress ${rule} here`)
})

test('a suppression in the config is added to the present ones, or begins the list', async () => {
  const text = refund.replace('next: done', 'next: doen')
  const entry = `- rule: graph/unknown-target\n  files: ${JSON.stringify(file)}\n  reason: ""\n`
  const indented = (by: string) => entry.replaceAll(/^(?=.)/gm, by)
  const other = '- { rule: text/empty, files: x.yaml, reason: old }'
  const configs = [
    ['', `suppress:\n${indented('  ')}`],
    ['# ours\nsources: [scenarios]', `# ours\nsources: [scenarios]\nsuppress:\n${indented('  ')}`],
    [`suppress: # few\n${other}\n`, `suppress: # few\n${entry}${other}\n`],
    [
      `suppress:\n    ${other}\nsources: [scenarios]\n`,
      `suppress:\n${indented('    ')}    ${other}\nsources: [scenarios]\n`,
    ],
    ['suppress: []\n', undefined],
    ['{}', undefined],
  ] as const
  for (const [config, wanted] of configs) {
    const { editor, titled } = await documentWith(text, { files: { ...project, 'scenewright.config.yaml': config } })
    const action = await titled('doen', 'Suppress graph/unknown-target in this file, in the config')
    const edits = action?.edit?.changes?.[editor.uri('scenewright.config.yaml')]
    const edited = edits && TextDocument.applyEdits(TextDocument.create('', '', 1, config), edits)
    expect(edited, config).toBe(wanted)
  }
})

test('no suppression in the config is offered while the config in the editor is unusable', async () => {
  const { editor, titled } = await documentWith(refund.replace('next: done', 'next: doen'))
  const config = 'scenewright.config.yaml'
  const title = 'Suppress graph/unknown-target in this file, in the config'
  await editor.open(config, '# ours\nsources: [scenarios]\n', 'yaml')
  expect(await titled('doen', title)).toBeDefined()
  await editor.change(config, '# ours\n\n\nsources: [scenarios]\nrules: { text/link: offf }\n')
  expect(await titled('doen', title)).toBeUndefined()
})

test('a missing node is created, and leads to the end', async () => {
  const text = refund.replace('next: done', 'next: contact')
  const { titled, applied } = await documentWith(text)
  const created = applied(await titled('contact', 'Create the node "contact"'))
  expect(created).toContain('    contact:\n      text: Write the reply here.\n      next: done\n')
  expect(created).toContain(text.trimEnd())
})

test('a missing node leads to the end in the list of edges, where the flow has one', async () => {
  const edges = '  edges:\n    - source: reply\n      target: contact\n'
  const text = `title: T\ntrigger_description: W\nflow:\n  nodes:\n    reply: { text: Hi }\n    done: END\n${edges}`
  const { titled, applied } = await documentWith(text)
  expect(applied(await titled('contact', 'Create the node "contact"'))).toBe(
    text.replace('  edges', '    contact:\n      text: Write the reply here.\n  edges') +
      '    - source: contact\n      target: done\n',
  )
})

test('the node that the start names is created too', async () => {
  const text = refund.replace('flow:', 'flow:\n  start: hello')
  const { titled, applied } = await documentWith(text)
  expect(applied(await titled('hello', 'Create the node "hello"'))).toContain('    hello:\n      text: ')
})

test('the rule of a suppression is explained', async () => {
  const text = `# scenewright-ignore graph/unreachable: kept\n${refund}`
  const { editor } = await documentWith(text)
  const hoverAt = (words: string) =>
    editor.requestAt('textDocument/hover', file, positionOf(text, words, { offset: 1 }))
  expect((await hoverAt('graph/unreachable'))?.contents.value).toMatch(/\]\(https:.*graph\/unreachable/)
  expect(await hoverAt('kept')).toBeNull()
})

test('a scenario without tests gets its first one', async () => {
  const { editor, titled } = await documentWith(refund)
  const action = await titled('Refund status', 'Create a conversation test')
  expect(action?.edit?.documentChanges).toMatchObject([
    { kind: 'create', uri: editor.uri(testFile) },
    {
      textDocument: { uri: editor.uri(testFile) },
      edits: [{ newText: expect.stringContaining('starts: orders/refund') }],
    },
  ])
  const tested = await documentWith(refund, { files: { ...project, [testFile]: tests } })
  expect(await tested.titled('Refund status', 'Create a conversation test')).toBeUndefined()
})

test('names are completed, while the text does not parse', async () => {
  const { editor } = await documentWith(refund, { files: { ...project, [testFile]: tests } })
  const labels = async (name: string, text: string, languageId?: string): Promise<readonly string[]> => {
    await editor.close(name)
    await editor.open(name, text.replace('|', ''), languageId)
    const { items } = await editor.requestAt('textDocument/completion', name, positionOf(text, '|'))
    return items.map(({ label }: CompletionItem) => label)
  }
  expect(await labels(file, refund.replace('next: done', 'next: |'))).toEqual(['wait_time', 'done'])
  expect(await labels(file, refund.replace('next: done', 'next: { to: d|'))).toEqual(['wait_time', 'done'])
  expect(await labels(file, refund.replace('flow:', 'flow:\n  start: |'))).toContain('wait_time')
  expect(await labels(file, refund.replace('done: END', 'done: { type: |'))).toContain('END')
  expect(await labels(file, `# scenewright-ignore graph/|\n${refund}`)).toContain('graph/unreachable')
  expect(await labels(file, `exa|\n${refund}`)).toContain('exclusions')
  expect(await labels(file, `exa|\n${refund}`, 'yaml')).toEqual([])
  expect(await labels(file, refund.replace('my refund', 'my refund|'))).toEqual([])
  expect(await labels(testFile, tests.replace('orders/refund', '|'))).toEqual(['orders/refund', 'none'])
  expect(await labels(testFile, tests.replace('[wait_time, done] }', '[wait_time, |'))).toContain('done')
})

test('nodes, scenarios, fields and findings are explained', async () => {
  const { editor } = await documentWith(refund, { files: { ...project, [testFile]: tests } })
  const hover = async (name: string, text: string, words: string): Promise<string> => {
    const answer = await editor.requestAt('textDocument/hover', name, positionOf(text, words, { offset: 1 }))
    return answer?.contents.value ?? ''
  }
  const node = await hover(file, refund, 'done\n')
  expect(node).toContain('**done** (END)')
  expect(node).toContain('Reached from `wait_time`.')
  expect(node).toContain('In the walk of 1 test.')
  expect(await hover(file, refund, 'wait_time:')).toContain('The flow starts here. Leads to `done`.')
  const scenario = await hover(testFile, tests, 'orders/refund')
  expect(scenario).toContain('**orders/refund**: Refund status')
  expect(scenario).toContain('It starts from a confidence of 78, and has 2 examples. 1 test covers it.')
  expect(await hover(file, refund, 'examples:')).toMatch(/message|customer/i)
  expect(await hover(file, refund, 'arrive.')).toBe('')
  await editor.change(file, refund.replace('next: done', 'next: doen'))
  const finding = await hover(file, refund.replace('next: done', 'next: doen'), 'doen')
  expect(finding).toMatch(/\[graph\/unknown-target\]\(https:.*graph\/unknown-target/)
})

test('names in an explanation are text, whatever they contain', async () => {
  const id = 'a` ![x](https://evil.example/x.png) ``b'
  const text = refund
    .replace('Refund status', '\\<img src=https://evil.example/x>')
    .replace('next: done', `next: '${id}'`)
    .replace('done: END', `'${id}': END`)
  const { editor } = await documentWith(text)
  const hover = async (words: string): Promise<string> =>
    (await editor.requestAt('textDocument/hover', file, positionOf(text, words, { offset: 1 }))).contents.value
  expect(await hover('wait_time:')).toContain(`Leads to \`\`\` ${id} \`\`\`.`)
  expect(await hover('img src')).toContain(': \\\\\\<img')
})

test('an example is explained by its confidence when left out, and its nearest rival', async () => {
  const other = 'scenarios/orders/track.scenario.yaml'
  const track = refund
    .replace('Refund status', 'Track an order')
    .replace('Where is my refund?', 'Where is my parcel?')
    .replace('refund still not here', 'track the parcel')
  const files = { ...project, [other]: track }
  const { editor } = await documentWith(refund, { files })
  const hoverAt = async (words: string): Promise<string> => {
    const answer = await editor.requestAt('textDocument/hover', file, positionOf(refund, words, { offset: 2 }))
    return answer?.contents.value.replaceAll('\\', '') ?? ''
  }
  expect(await hoverAt('Where is my')).toMatch(
    /has a confidence of [\d.]+\. The nearest rival is "orders\/track" with [\d.]+\./,
  )
  expect(await hoverAt('A refund takes')).toBe('')
  const hints = async () => {
    const range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } }
    const found: readonly InlayHint[] = await editor.request('textDocument/inlayHint', {
      textDocument: { uri: editor.uri(file) },
      range,
    })
    return found.filter(({ label }) => /^[\d.]+$/.test(String(label))).map(({ position }) => position.line)
  }
  expect(await hints()).toEqual([])
  await editor.connection.sendNotification('workspace/didChangeConfiguration', {
    settings: { scenewright: { inlayHints: { exampleConfidence: true } } },
  })
  expect(await hints()).toEqual([3, 4])
})

test('a text is put in quotes, alone or with the comment behind it', async () => {
  const text = refund.replace('3 business days.', '3 business days. #fast')
  const { titled, applied, actions } = await documentWith(text)
  expect(applied(await titled('A refund', 'Put the text in quotes'))).toBe(
    text.replace('A refund takes 3 business days.', '"A refund takes 3 business days."'),
  )
  expect(applied(await titled('A refund', 'Put the text in quotes, with the comment'))).toBe(
    text.replace('A refund takes 3 business days. #fast', '"A refund takes 3 business days. #fast"'),
  )
  const titles = async (words: string) => (await actions(words, ['refactor'])).map(({ title }) => title)
  expect(await titles('done\n')).toEqual([])
  expect(await titles('wait_time:')).toEqual([])
})

test('actions and renames are offered again and again', async () => {
  const text = refund.replace('next: done', 'next: contact')
  const { titled, editor } = await documentWith(text)
  for (let count = 0; count < 30; count += 1) {
    expect(await titled('contact', 'Create the node "contact"')).toBeDefined()
    const renamed = await editor.requestAt('textDocument/rename', file, positionOf(text, 'wait_time'), { newName: 'x' })
    expect(renamed.changes[editor.uri(file)]).toHaveLength(1)
  }
})
