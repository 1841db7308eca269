import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith } from '../run.ts'
import { type Editor, editorAt, positionOf } from './editor.ts'

const source = (title: string) => `title: ${title}
trigger_description: The customer asks when a refund will arrive.
flow: { nodes: { hello: { text: A refund takes 3 days., next: done }, done: END } }
`

/** A rule for single scenarios, and one that compares them. */
const rules = (word: string) => `export default [
  {
    scope: 'scenario',
    id: 'acme/polite',
    level: 'warning',
    summary: 'No reply is polite.',
    check({ definition, report }) {
      if (definition.nodes.some(({ text = '' }) => text.includes('${word}'))) return
      report({ message: 'No reply has "${word}"', at: ['scenario', 'title'] })
    },
  },
  {
    scope: 'project',
    id: 'acme/unique-title',
    level: 'error',
    summary: 'Two scenarios have the same title.',
    check({ scenarios, report }) {
      const titles = scenarios.map(({ document }) => document.scenario.title)
      for (const { key, document: { scenario: { title } } } of scenarios) {
        if (titles.indexOf(title) === titles.lastIndexOf(title)) continue
        report({ scenario: key, message: 'The title is taken', at: ['scenario', 'title'] })
      }
    },
  },
]
`

const [refund, parcel] = ['scenarios/refund.scenario.yaml', 'scenarios/parcel.scenario.yaml']

async function openProject(name: string, module: string, initializationOptions: object): Promise<Editor> {
  const cwd = await folderWith({
    'scenewright.config.yaml': `custom_rules: ./${name}\n`,
    [name]: module,
    [refund]: source('Refund'),
    [parcel]: source('Refund'),
  })
  const editor = await editorAt({ cwd, initializationOptions })
  await editor.open(refund, source('Refund'))
  await editor.open(parcel, source('Refund'))
  return editor
}

/** The messages of the custom rules in a file. */
const messages = (editor: Editor, file: string) =>
  editor
    .diagnostics(file)
    .flatMap(({ code, message }) => (String(code).startsWith('acme/') ? String(message).split('\n')[0] : []))

const whenMessages = (editor: Editor, file: string, wanted: readonly string[]) =>
  editor.whenPublished(file, () => JSON.stringify(messages(editor, file).sort()) === JSON.stringify(wanted))

test('custom rules run where the editor trusts the project, on the present text of each source', async () => {
  const editor = await openProject('rules.mjs', rules('please'), { trusted: true })
  await whenMessages(editor, refund, ['No reply has "please"', 'The title is taken'])
  const start = positionOf(source('Refund'), 'Refund')
  await editor.change(refund, 'Money', { start, end: { ...start, character: start.character + 'Refund'.length } })
  await whenMessages(editor, refund, ['No reply has "please"'])
  await whenMessages(editor, parcel, ['No reply has "please"'])
})

test.each(['rules.mjs', 'rules.cjs'])('a change of their module %s counts', async name => {
  const module = (word: string) =>
    name.endsWith('.cjs') ? rules(word).replace('export default', 'module.exports =') : rules(word)
  const editor = await openProject(name, module('please'), { trusted: true })
  await whenMessages(editor, refund, ['No reply has "please"', 'The title is taken'])
  for (const word of ['thanks', '3 days', 'sorry']) {
    writeFileSync(join(editor.folder, name), module(word))
    await editor.changedOnDisk(name)
    const polite = word === '3 days' ? [] : [`No reply has "${word}"`]
    await whenMessages(editor, refund, [...polite, 'The title is taken'])
  }
})

test('without trust, they do not run', async () => {
  const editor = await openProject('rules.mjs', 'throw new Error("it runs")', {})
  await editor.request('textDocument/documentSymbol', { textDocument: { uri: editor.uri(refund) } })
  expect(messages(editor, refund)).toEqual([])
})

test('a rule that fails is a finding where it fails, and all other findings are those of the present sources', async () => {
  const failing = `export default [
  {
    scope: 'scenario',
    id: 'acme/short',
    level: 'warning',
    summary: 'A reply is long.',
    check({ definition, report }) {
      if (definition.nodes[0].text.length > 20) report({ message: 'It is long' })
    },
  },
  {
    scope: 'project',
    id: 'acme/hello',
    level: 'error',
    summary: 'A greeting is missing.',
    check({ scenarios }) {
      for (const { document } of scenarios) document.scenario.definition.nodes[0].text.trim()
    },
  },
]
`
  const textless = source('Refund').replace('text: A refund takes 3 days.', 'type: ASK')
  const whenFailed = (file: string, what: string) =>
    editor.whenPublished(file, () => messages(editor, file).some(message => message?.startsWith(what)))
  const editor = await openProject('rules.mjs', failing, { trusted: true })
  await whenMessages(editor, parcel, ['It is long'])
  // As `git switch` does: several files at once, and the rule fails for the first.
  for (const file of [refund, parcel]) await editor.close(file)
  writeFileSync(join(editor.folder, refund), textless)
  writeFileSync(join(editor.folder, parcel), source('Refund').replace('A refund takes 3 days.', 'Soon.'))
  await editor.changedOnDisk(refund, parcel)
  await whenMessages(editor, parcel, [])
  await whenFailed(refund, 'The rule "acme/short" of "rules.mjs" failed on "scenarios/refund.scenario.yaml": ')
  await whenFailed('rules.mjs', 'The rule "acme/hello" of "rules.mjs" failed on the project: ')
  writeFileSync(join(editor.folder, refund), source('Refund'))
  await editor.changedOnDisk(refund)
  await whenMessages(editor, refund, ['It is long'])
  await whenMessages(editor, 'rules.mjs', [])
})

test('while their module is broken, it has a diagnostic, and the built-in rules run on', async () => {
  const trapped = (list: readonly { readonly code?: unknown }[]) =>
    list.some(({ code }) => code === 'graph/unknown-target')
  const editor = await openProject('rules.mjs', `${rules('please')}}`, { trusted: true })
  await editor.whenPublished('rules.mjs', list => list.length > 0)
  expect(editor.diagnostics('rules.mjs')).toMatchObject([
    { range: { start: { line: 0, character: 0 } }, message: expect.stringContaining('"rules.mjs" fails: ') },
  ])
  await editor.change(refund, source('Refund').replace('next: done', 'next: doen'))
  await editor.whenPublished(refund, trapped)
  expect(await editor.request('workspace/symbol', { query: 'Refund' })).not.toEqual([])
  writeFileSync(join(editor.folder, 'rules.mjs'), rules('please'))
  await editor.changedOnDisk('rules.mjs')
  await whenMessages(editor, parcel, ['No reply has "please"', 'The title is taken'])
  expect(editor.diagnostics('rules.mjs')).toEqual([])
  const shown: unknown[] = []
  editor.connection.onNotification('window/showMessage', ({ message }) => void shown.push(message))
  writeFileSync(join(editor.folder, 'rules.mjs'), `${rules('please')})`)
  await editor.changedOnDisk('rules.mjs')
  await editor.whenPublished('rules.mjs', list => list.length > 0)
  await editor.change(refund, source('Refund'))
  await editor.whenPublished(refund, list => !trapped(list))
  expect(shown).toEqual([expect.stringContaining('the module of custom rules "rules.mjs" fails: ')])
})
