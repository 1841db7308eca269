import { expect, test } from 'vitest'
import type { Command } from 'vscode-languageserver-protocol'
import { folderWith, scenewright } from '../run.ts'
import { editorAt, positionOf } from './editor.ts'

const hours = `title: Opening hours
trigger_description: The customer asks when the shop is open.
examples:
  - When are you open?
  - opening hours please
flow:
  nodes:
    weekdays:
      text: From nine to five.
      next: done
    done: END
`

const tests = `conversations:
  - name: asks for the hours
    tags: [smoke]
    turns:
      - user: When are you open?
        expect: { starts: hours, ends: true }
triggers:
  - starts: hours
    messages:
      - opening hours please
      - tell me a joke
`

const [source, testFile] = ['scenarios/hours.scenario.yaml', 'scenarios/hours.test.yaml']
const project = { 'scenewright.config.yaml': '', [source]: hours, [testFile]: tests }

test('draws the flow as it is in the editor, with the node at the cursor', async () => {
  const cwd = await folderWith(project)
  const editor = await editorAt({ cwd })
  const { stdout } = await scenewright(['graph', 'hours', '--format', 'svg'], { cwd })
  const drawn = await editor.requestAt('scenewright/flow', source, positionOf(hours, 'From nine'))
  expect(drawn).toMatchObject({ key: 'hours', uri: editor.uri(source), svg: stdout, node: 'weekdays' })
  expect(drawn.nodes.map(({ id }: { readonly id: string }) => id)).toEqual(['weekdays', 'done'])
  expect(drawn.nodes[1].range).toEqual({
    start: positionOf(hours, 'done: END'),
    end: positionOf(hours, 'done: END', { offset: 4 }),
  })
  await editor.open(source, hours.replaceAll('weekdays', 'open_days'))
  const now = await editor.request('scenewright/flow', { textDocument: { uri: editor.uri(source) } })
  expect(now).toMatchObject({ nodes: [{ id: 'open_days' }, { id: 'done' }] })
  expect(now.node).toBeUndefined()
  expect(await editor.requestAt('scenewright/flow', testFile, { line: 0, character: 0 })).toBeNull()
})

test('lists tests, and runs them on the texts in the editor', async () => {
  const editor = await editorAt({ cwd: await folderWith(project) })
  const { tests: listed } = await editor.request('scenewright/tests')
  expect(listed).toMatchObject([
    { name: 'asks for the hours', kind: 'conversation', tags: ['smoke'], uri: editor.uri(testFile) },
    { name: 'opening hours please', kind: 'message' },
    { name: 'tell me a joke', kind: 'message' },
  ])
  const ids = listed.map(({ id }: { readonly id: string }) => id)
  const statuses = async (params: object) => {
    const { results } = await editor.request('scenewright/runTests', params)
    return results.map(({ id, status }: { readonly id: string; readonly status: string }) => [id, status])
  }
  expect(await statuses({})).toEqual([
    [ids[0], 'passed'],
    [ids[1], 'passed'],
    [ids[2], 'failed'],
  ])
  const { results } = await editor.request('scenewright/runTests', { ids: [ids[2]] })
  expect(results[0].failures).toMatchObject([
    { about: 'starts', expected: expect.stringContaining('hours'), range: { start: positionOf(tests, 'tell me') } },
  ])
  await editor.open(source, hours.replace('opening hours please', 'tell me a joke'))
  expect(await statuses({ ids: [ids[2]] })).toEqual([[ids[2], 'passed']])
})

test('links above a scenario and above tests show the flow, the covering tests, and run them', async () => {
  const editor = await editorAt({ cwd: await folderWith(project) })
  await editor.open(source, hours)
  const lenses = async (file: string) =>
    (await editor.request('textDocument/codeLens', { textDocument: { uri: editor.uri(file) } })).map(
      ({ command }: { readonly command: { readonly title: string } }) => command,
    )
  const own = await lenses(source)
  expect(own.map(({ title }: { readonly title: string }) => title)).toEqual([
    'Show flow',
    '3 tests cover this',
    'Run them',
  ])
  expect(own[0]).toMatchObject({ command: 'scenewright.showFlow', arguments: [editor.uri(source), { line: 0 }] })
  expect(own[1].arguments[2]).toHaveLength(3)
  const { results } = await editor.request('scenewright/runTests', { ids: own[2].arguments[0] })
  expect(results).toHaveLength(3)
  await editor.open(testFile, tests)
  expect(await lenses(testFile)).toHaveLength(3)
  await editor.change(testFile, 'conversations: []\n')
  expect((await lenses(source)).map(({ title }: { readonly title: string }) => title)).toEqual(['Show flow'])
})

test('a test that starts a scenario in several turns counts once', async () => {
  const turn = '      - { user: When are you open?, expect: { starts: hours, walk: [weekdays, done] } }\n'
  const twice = `conversations:\n  - name: asks again\n    turns:\n${turn}${turn}`
  const editor = await editorAt({ cwd: await folderWith({ ...project, [testFile]: twice }) })
  await editor.open(source, hours)
  const lenses = await editor.request('textDocument/codeLens', { textDocument: { uri: editor.uri(source) } })
  const commands = lenses.map(({ command }: { readonly command: Command }) => command)
  const one = ['1 test covers this', 'Run it']
  expect(commands.map(({ title }: Command) => title)).toEqual(['Show flow', ...one, ...one, ...one])
  // The links lead to both turns.
  expect(commands[1].arguments[2]).toHaveLength(2)
  const hover = async (words: string): Promise<string> =>
    (await editor.requestAt('textDocument/hover', source, positionOf(hours, words))).contents.value
  expect(await hover('weekdays')).toContain('In the walk of 1 test.')
  const at = positionOf(twice, 'hours')
  const scenario = await editor.requestAt('textDocument/hover', testFile, at)
  expect(scenario.contents.value).toContain('1 test covers it.')
})

test('an editor asks again for the links of a scenario when its tests have changed', async () => {
  const editor = await editorAt({
    cwd: await folderWith(project),
    capabilities: { workspace: { codeLens: { refreshSupport: true } } },
  })
  const refreshed = () => new Promise(resolve => editor.connection.onRequest('workspace/codeLens/refresh', resolve))
  await editor.open(testFile, tests)
  const asked = refreshed()
  await editor.change(testFile, 'conversations: []\n')
  await asked
  const lenses = await editor.request('textDocument/codeLens', { textDocument: { uri: editor.uri(source) } })
  expect(lenses).toHaveLength(1)
})
