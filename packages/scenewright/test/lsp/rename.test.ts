import { expect, test } from 'vitest'
import type { Position, Range, TextEdit } from 'vscode-languageserver-protocol'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { branchWith, commit, git, put, repositoryWith } from '../../../workspace/test/git-repository.ts'
import { folderWith } from '../run.ts'
import { type Editor, editorAt, positionOf } from './editor.ts'

const refund = `# owned by the billing team
title: Refund status
trigger_description: The customer asks when a refund will arrive.
examples: [Where is my refund?, refund still not here, when do I get my money]
flow:
  start: wait_time
  nodes:
    wait_time: # three days
      text: A refund takes 3 business days.
      next: done
    other: { text: Please call us., next: wait_time }
    done: END
`

const tests = `conversations:
  - name: asks for the money
    turns:
      - user: Where is my refund?
        expect: { starts: 'orders/refund', walk: [wait_time, "done"] }
`

const accepted = `{
  "version": 1,
  "accepted": [
    { "fingerprint": "abc", "scenario": "orders/refund", "kind": "reply-removed", "reason": "ok", "who": "me" },
    { "fingerprint": "def", "scenario": "orders/other", "kind": "reply-removed", "reason": "ok", "who": "me" }
  ]
}
`

const typescript = `import { end, reply, scenario } from 'scenewright'
export default scenario({
  title: 'Order status',
  trigger_description: 'The customer asks where an order is.',
  examples: ['Where is my order?', 'has it been sent', 'track my parcel'],
  flow: {
    nodes: {
      on_its_way: reply('It is on its way.', { next: 'over' }), // for all
      over: end(),
    },
  },
})
`

const files: Readonly<Record<string, string>> = {
  'scenewright.config.yaml': '',
  'scenarios/orders/refund.scenario.yaml': refund,
  'scenarios/orders/refund.test.yaml': tests,
  'scenarios/orders/order.scenario.ts': typescript,
  'scenewright.accepted.json': accepted,
}

const file = 'scenarios/orders/refund.scenario.yaml'
/** As Neovim declares it. */
const capabilities = {
  workspace: { workspaceEdit: { resourceOperations: ['rename' as const] } },
  textDocument: { rename: { prepareSupport: true } },
}

async function editorWith(texts = files, options: Partial<Parameters<typeof editorAt>[0]> = {}): Promise<Editor> {
  return editorAt({ cwd: await folderWith(texts), capabilities, ...options })
}

interface Answer {
  readonly changes?: { readonly [uri: string]: TextEdit[] }
  readonly documentChanges?: readonly (
    | { readonly kind: 'rename'; readonly oldUri: string; readonly newUri: string }
    | { readonly kind?: undefined; readonly textDocument: { readonly uri: string }; readonly edits: TextEdit[] }
  )[]
}

/** The texts that an answer changes, by file, and the files that it renames. */
function outcome(editor: Editor, { changes, documentChanges }: Answer, texts = files): Record<string, string> {
  const found: Record<string, string> = {}
  const apply = (uri: string, edits: TextEdit[]) => {
    const name = Object.keys(texts).find(each => editor.uri(each) === uri) ?? uri
    found[name] = TextDocument.applyEdits(TextDocument.create(uri, '', 1, texts[name] ?? ''), edits)
  }
  for (const [uri, edits] of Object.entries(changes ?? {})) apply(uri, edits)
  for (const change of documentChanges ?? []) {
    if (change.kind === undefined) apply(change.textDocument.uri, change.edits)
    else
      found[change.oldUri.slice(editor.uri('/x').length - 1)] +=
        ` -> ${change.newUri.slice(editor.uri('/x').length - 1)}`
  }
  return found
}

test('a node is renamed in its source and in tests, and keeps every comment and quote', async () => {
  const editor = await editorWith()
  const renamed = {
    [file]: refund.replaceAll('wait_time', 'duration'),
    'scenarios/orders/refund.test.yaml': tests.replace('wait_time', 'duration'),
  }
  for (const words of ['wait_time\n', 'wait_time:', 'wait_time }']) {
    const at = positionOf(refund, words, { offset: 2 })
    expect(await editor.requestAt('textDocument/prepareRename', file, at)).toMatchObject({ placeholder: 'wait_time' })
    const answer = await editor.requestAt('textDocument/rename', file, at, { newName: 'duration' })
    expect(outcome(editor, answer)).toEqual(renamed)
  }
  const inTest = await editor.requestAt(
    'textDocument/rename',
    'scenarios/orders/refund.test.yaml',
    positionOf(tests, 'done', { offset: 1 }),
    { newName: 'the end' },
  )
  expect(outcome(editor, inTest)).toEqual({
    [file]: refund.replace('next: done', 'next: the end').replace('done: END', 'the end: END'),
    'scenarios/orders/refund.test.yaml': tests.replace('"done"', '"the end"'),
  })
})

test('a node of a TypeScript source is renamed', async () => {
  const editor = await editorWith()
  const source = 'scenarios/orders/order.scenario.ts'
  const at = positionOf(typescript, "'over'", { offset: 2 })
  const answer = await editor.requestAt('textDocument/rename', source, at, { newName: 'the-end' })
  expect(outcome(editor, answer)).toEqual({
    [source]: typescript.replace("'over'", "'the-end'").replace('over: end', "'the-end': end"),
  })
})

test('a scenario is renamed with its file, tests and acceptances, and names its former key', async () => {
  const editor = await editorWith()
  const newFile = 'scenarios/billing/money-back.scenario.yaml'
  const renamed = {
    [file]: expect.stringMatching(/^# owned by the billing team\nrenamed_from: orders\/refund\ntitle: /),
    'scenarios/orders/refund.test.yaml': tests.replace('orders/refund', 'billing/money-back'),
    'scenewright.accepted.json': accepted.replace('"orders/refund"', '"billing/money-back"'),
  }
  const places = [
    [file, refund, 'Refund status'],
    ['scenarios/orders/refund.test.yaml', tests, 'orders/refund'],
    ['scenewright.accepted.json', accepted, 'orders/refund'],
  ] as const
  for (const [where, text, words] of places) {
    const at = positionOf(text, words, { offset: 3 })
    const prepared = await editor.requestAt('textDocument/prepareRename', where, at)
    expect(prepared).toMatchObject({ placeholder: 'orders/refund' })
    const answer = await editor.requestAt('textDocument/rename', where, at, { newName: 'billing/money-back' })
    const found = outcome(editor, answer)
    expect(found[file]?.endsWith(` -> ${newFile}`)).toBe(true)
    expect({ ...found, [file]: found[file]?.replace(` -> ${newFile}`, '') }).toEqual(renamed)
  }
  const back = await editor.requestAt(
    'textDocument/rename',
    'scenewright.accepted.json',
    { line: 0, character: 0 },
    {
      newName: 'x',
    },
  )
  expect(back).toBeNull()
})

test('accepted changes lead to their scenario, and are found as references to it', async () => {
  const editor = await editorWith()
  const inAccepted = positionOf(accepted, 'orders/refund', { offset: 3 })
  const title = positionOf(refund, 'Refund status')
  expect(await editor.requestAt('textDocument/definition', 'scenewright.accepted.json', inAccepted)).toMatchObject([
    { uri: editor.uri(file), range: { start: title } },
  ])
  const found = await editor.requestAt('textDocument/references', file, title, {
    context: { includeDeclaration: false },
  })
  expect(found.map(({ uri }: { readonly uri: string }) => uri)).toEqual([
    editor.uri('scenarios/orders/refund.test.yaml'),
    editor.uri('scenewright.accepted.json'),
  ])
})

test('the other exports of a TypeScript source are renamed with its default one', async () => {
  const source = 'scenarios/orders/order.scenario.ts'
  const test = 'scenarios/orders/order.test.yaml'
  const express = typescript.slice(typescript.indexOf('export')).replace('default', 'const express =')
  const texts = {
    ...files,
    [source]: typescript + express.replace('Order status', 'Express'),
    [test]: 'triggers:\n  - { starts: orders/order/express, messages: [where is it] }\n',
  }
  const editor = await editorWith(texts)
  const at = positionOf(texts[source] ?? '', 'Order status')
  const answer = await editor.requestAt('textDocument/rename', source, at, { newName: 'orders/status' })
  const found = outcome(editor, answer, texts)
  expect(found[test]).toContain('starts: orders/status/express')
  expect(found[source]).toMatch(/renamed_from: 'orders\/order',[\s\S]*renamed_from: 'orders\/order\/express',/)
})

test('a scenario in TypeScript is renamed with its file only if no import would break', async () => {
  const source = 'scenarios/orders/order.scenario.ts'
  const importing = `import { text } from './texts.ts'\n${typescript.replace("'It is on its way.'", 'text')}`
  const helper = { 'scenarios/orders/texts.ts': "export const text = 'It is on its way.'\n" }
  const rename = async (texts: Record<string, string>, newName: string) => {
    const editor = await editorWith(texts)
    const at = positionOf(texts[source] ?? '', 'Order status')
    return outcome(editor, await editor.requestAt('textDocument/rename', source, at, { newName }), texts)
  }
  const texts = { ...files, ...helper, [source]: importing }
  expect((await rename(texts, 'orders/status'))[source]).toContain(' -> scenarios/orders/status.scenario.ts')
  await expect(rename(texts, 'shop/status')).rejects.toThrow(
    `"${source}" depends on "scenarios/orders/texts.ts" by an import that would break`,
  )
  const copy = "export { default } from './order.scenario.ts'\n"
  await expect(rename({ ...files, 'scenarios/orders/copy.scenario.ts': copy }, 'orders/status')).rejects.toThrow(
    `"scenarios/orders/copy.scenario.ts" depends on "${source}" by an import that would break`,
  )
})

test('a scenario with a key of its own keeps its file', async () => {
  const texts = { ...files, [file]: `key: orders/refund\n${refund}` }
  const editor = await editorWith(texts)
  const answer = await editor.requestAt('textDocument/rename', file, positionOf(texts[file] ?? '', 'orders/refund'), {
    newName: 'orders/money',
  })
  expect(answer.documentChanges).toBeUndefined()
  expect(outcome(editor, answer, texts)[file]).toBe(`key: orders/money\nrenamed_from: orders/refund\n${refund}`)
})

test('files that are renamed in the editor keep the identity of their scenarios', async () => {
  const editor = await editorWith()
  const rename = (oldName: string, newName: string) =>
    editor.request('workspace/willRenameFiles', {
      files: [{ oldUri: editor.uri(oldName), newUri: editor.uri(newName) }],
    })
  const moved = outcome(editor, await rename(file, 'scenarios/orders/money.scenario.yaml'))
  expect(moved[file]).toMatch(/\nrenamed_from: orders\/refund\n/)
  expect(moved['scenarios/orders/refund.test.yaml']).toBe(tests.replace('orders/refund', 'orders/money'))
  const folder = outcome(editor, await rename('scenarios/orders', 'scenarios/shop'))
  expect(Object.keys(folder).toSorted()).toEqual([
    'scenarios/orders/order.scenario.ts',
    file,
    'scenarios/orders/refund.test.yaml',
    'scenewright.accepted.json',
  ])
  expect(folder['scenarios/orders/order.scenario.ts']).toMatch(/renamed_from: 'orders\/order'/)
  expect(await rename('scenarios/orders/refund.test.yaml', 'scenarios/orders/money.test.yaml')).toBeNull()
  expect(await rename(file, 'elsewhere/money.scenario.yaml')).toBeNull()
})

test('files that are renamed to names that others lose at the same time keep the identity of their scenarios', async () => {
  const other = 'scenarios/orders/other.scenario.yaml'
  const [both, conversation] = [refund.replace('Refund status', 'Another one'), 'scenarios/orders/more.test.yaml']
  const texts = { ...files, [other]: both, [conversation]: 'triggers: [{ starts: orders/other, messages: [hm] }]\n' }
  const editor = await editorWith(texts)
  const rename = async (...pairs: (readonly [string, string])[]) => {
    const uriOf = (name: string) => editor.uri(`scenarios/orders/${name}.scenario.yaml`)
    const renames = pairs.map(([from, to]) => ({ oldUri: uriOf(from), newUri: uriOf(to) }))
    return outcome(editor, await editor.request('workspace/willRenameFiles', { files: renames }), texts)
  }
  const chain = await rename(['refund', 'money'], ['other', 'refund'])
  expect(chain[file]).toMatch(/\nrenamed_from: orders\/refund\n/)
  expect(chain[other]).toMatch(/\nrenamed_from: orders\/other\n/)
  expect(chain['scenarios/orders/refund.test.yaml']).toBe(tests.replace('orders/refund', 'orders/money'))
  expect(chain[conversation]).toContain('starts: orders/refund,')
  const swap = await rename(['refund', 'other'], ['other', 'refund'])
  expect(swap['scenarios/orders/refund.test.yaml']).toBe(tests.replace('orders/refund', 'orders/other'))
  expect(swap[conversation]).toContain('starts: orders/refund,')
})

test('a file whose scenario has just been renamed gets no second change', async () => {
  const editor = await editorWith()
  await editor.open(file, `renamed_from: orders/refund\n${refund}`)
  const moved = await editor.request('workspace/willRenameFiles', {
    files: [{ oldUri: editor.uri(file), newUri: editor.uri('scenarios/orders/money.scenario.yaml') }],
  })
  expect(Object.keys(outcome(editor, moved))).toEqual([
    'scenarios/orders/refund.test.yaml',
    'scenewright.accepted.json',
  ])
})

test('a scenario that is renamed once more before it is merged names the key that it has on the default branch', async () => {
  const money = 'scenarios/orders/money.scenario.yaml'
  const moved = (text: string) => ({ [money]: `renamed_from: orders/refund\n${text}` })
  const rename = async (cwd: string) => {
    const editor = await editorAt({ cwd, capabilities })
    const at = positionOf(moved(refund)[money] ?? '', 'Refund status')
    const answer = await editor.requestAt('textDocument/rename', money, at, { newName: 'orders/cash' })
    return outcome(editor, answer, moved(refund))
  }
  const branch = await branchWith(files)
  git(branch, 'mv', file, money)
  put(branch, moved(refund))
  commit(branch)
  // The text stays: only the file is renamed.
  expect(await rename(branch)).toEqual({ [money]: 'undefined -> scenarios/orders/cash.scenario.yaml' })
  const { [file]: _, ...others } = files
  const merged = await rename(await repositoryWith({ ...others, ...moved(refund) }))
  expect(merged[money]).toMatch(/^renamed_from: orders\/money\n/)
})

test('a folder of sources may be written as a path', async () => {
  const editor = await editorWith({ ...files, 'scenewright.config.yaml': 'sources: [./scenarios/]\n' })
  const newFile = 'scenarios/orders/money.scenario.yaml'
  const moved = await editor.request('workspace/willRenameFiles', {
    files: [{ oldUri: editor.uri(file), newUri: editor.uri(newFile) }],
  })
  expect(outcome(editor, moved)[file]).toMatch(/\nrenamed_from: orders\/refund\n/)
  const renamed = await editor.requestAt('textDocument/rename', file, positionOf(refund, 'Refund status'), {
    newName: 'orders/money',
  })
  expect(outcome(editor, renamed)[file]).toContain(` -> ${newFile}`)
})

test('a rename that is not possible says why, before a name is typed', async () => {
  const twice = tests.replace("starts: 'orders/refund', ", '')
  const other = refund.replace('Refund status', 'Another one')
  const texts = {
    ...files,
    'scenarios/orders/refund.test.yaml': twice,
    'scenarios/orders/other.scenario.yaml': other,
    'scenarios/orders/order.scenario.ts': typescript
      .replace("next: 'over'", 'next: last')
      .replace('export', "const last = 'over'\nexport"),
  }
  const editor = await editorWith(texts, { capabilities: {} })
  const rename = (name: string, words: string, newName: string) =>
    editor.requestAt(
      'textDocument/rename',
      name,
      positionOf(texts[name as keyof typeof texts] ?? '', words, { offset: 1 }),
      { newName },
    )
  await expect(rename(file, 'wait_time', 'done')).rejects.toThrow('"orders/refund" has another node "done"')
  await expect(rename(file, 'Refund status', 'orders/other')).rejects.toThrow(
    'another scenario has the key "orders/other"',
  )
  await expect(rename(file, 'Refund status', '../x')).rejects.toThrow(
    '"../x" is not a valid key: a key consists of names separated by "/"',
  )
  await expect(rename(file, 'Refund status', 'none')).rejects.toThrow('"none" is not a valid key: it means no scenario')
  await expect(rename(file, 'Refund status', 'orders/x')).rejects.toThrow('the editor cannot rename the file')
  await expect(rename('scenarios/orders/refund.test.yaml', 'wait_time', 'x')).rejects.toThrow(
    '"wait_time" is a node of several scenarios, and the test does not name one',
  )
})

test('a scenario gets no key whose file exists, or is not read', async () => {
  const occupied = 'scenarios/billing/fee.scenario.yaml'
  const texts = {
    ...files,
    [occupied]: `key: other/fee\n${refund}`,
    'scenarios/billing/broken.scenario.yaml': '{',
    'scenarios/orders/refund-2.scenario.yaml': '{',
  }
  const editor = await editorWith(texts)
  const rename = (newName: string) =>
    editor.requestAt('textDocument/rename', file, positionOf(refund, 'Refund status', { offset: 1 }), { newName })
  await expect(rename('billing/fee')).rejects.toThrow(`the file "${occupied}" exists`)
  await expect(rename('billing/broken')).rejects.toThrow('broken.scenario.yaml" exists')
  const at = positionOf(refund, 'Refund status', { offset: 1 })
  expect(await editor.requestAt('textDocument/prepareRename', file, at)).toMatchObject({ placeholder: 'orders/refund' })
  await expect(rename('node_modules/fee')).rejects.toThrow('a folder named "node_modules"')
  await expect(rename('a'.repeat(242))).rejects.toThrow('cannot be the name of a file: a name has at most 255 bytes')
  await expect(rename(`${'ä'.repeat(128)}/fee`)).rejects.toThrow('a name has at most 255 bytes')
  await expect(rename('billing: fee')).rejects.toThrow('not every system allows the name "billing: fee.scenario.yaml"')
  expect(await rename('a'.repeat(241))).toMatchObject({ documentChanges: expect.any(Array) })
})

test('a folder keeps a name that not every system allows', async () => {
  const name = 'scenarios/a:b/refund.scenario.yaml'
  const editor = await editorWith({ [name]: refund })
  const at = positionOf(refund, 'Refund status', { offset: 1 })
  expect(await editor.requestAt('textDocument/rename', name, at, { newName: 'a:b/fee' })).toMatchObject({
    documentChanges: expect.any(Array),
  })
})

test.each([
  ['an open source', 'utf-16', true],
  ['an open source', 'utf-8', true],
  ['a closed source', 'utf-16', false],
  ['a closed source', 'utf-8', false],
] as const)(
  'a carriage return alone ends a line: the places of %s are right in %s',
  async (_what, encoding, isOpen) => {
    const source = 'scenarios/orders/order.scenario.ts'
    const texts: Readonly<Record<string, string>> = {
      ...files,
      [file]: `# one\r# two\n${refund.replace('next: done', 'next: nowhere')}`,
      [source]: typescript
        .replace("{ next: 'over'", "/* \u00dc\r\u00dc */ { next: 'over'")
        .replace('// for', '// \r// for'),
      'scenarios/orders/order.test.yaml': tests.replace('orders/refund', 'orders/order').replace('wait_time', 'over'),
    }
    const editor = await editorWith(texts, {
      capabilities: { ...capabilities, general: { positionEncodings: [encoding] } },
    })
    const documents = new Map(Object.entries(texts).map(([name, text]) => [name, TextDocument.create('', '', 1, text)]))
    const lineBefore = (name: string, { line, character }: Position) =>
      documents.get(name)?.getText({ start: { line, character: 0 }, end: { line, character } }) ?? ''
    /** The position of some words as the client counts. */
    const placeOf = (name: string, words: string) => {
      const document = documents.get(name)
      const at = document?.positionAt(document.getText().indexOf(words) + 1) ?? { line: 0, character: 0 }
      return encoding === 'utf-16' ? at : { ...at, character: Buffer.byteLength(lineBefore(name, at)) }
    }
    /** The text at a range of the server, without quotes. */
    const textAt = (name: string, { start, end }: Range) => {
      const [from, to] = [start, end].map(({ line, character }) => {
        const lineText = lineBefore(name, { line, character: 999 })
        const units = Buffer.from(lineText).subarray(0, character).toString().length
        return { line, character: encoding === 'utf-16' ? character : units }
      })
      return from && to && documents.get(name)?.getText({ start: from, end: to }).replaceAll(/["']/g, '')
    }
    if (isOpen) for (const name of [file, source]) await editor.open(name, texts[name] ?? '')
    await editor.whenPublished(file, list => list.some(({ code }) => code === 'graph/unknown-target'))
    const target = editor.diagnostics(file).find(({ code }) => code === 'graph/unknown-target')
    expect(target && textAt(file, target.range)).toBe('nowhere')
    for (const [name, words, id, count] of [
      [file, 'wait_time: #', 'wait_time', 2],
      ['scenarios/orders/refund.test.yaml', 'wait_time', 'wait_time', 2],
      [source, "'over'", 'over', 2],
      ['scenarios/orders/order.test.yaml', 'over', 'over', 2],
    ] as const) {
      const at = placeOf(name, words)
      const prepared = await editor.requestAt('textDocument/prepareRename', name, at)
      expect(textAt(name, prepared.range)).toBe(id)
      const { changes } = await editor.requestAt('textDocument/rename', name, at, { newName: 'duration' })
      for (const [uri, edits] of Object.entries<TextEdit[]>(changes)) {
        const changed = Object.keys(texts).find(each => editor.uri(each) === uri) ?? ''
        for (const { range } of edits) expect(textAt(changed, range)).toBe(id)
      }
      expect(Object.keys(changes)).toHaveLength(count)
    }
  },
)
