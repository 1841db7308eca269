import { readdirSync, readFileSync } from 'node:fs'
import { rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import { copyOf, exampleBot, folderWith, scenewright } from '../run.ts'
import { agentAt } from './agent.ts'

const readers = ['overview', 'check', 'ask', 'test', 'diff', 'lab', 'propose_edit']

/** The number of tokens of a text for a language model. */
function countTokens(text: string): number {
  return encode(text).length
}

const inputs: { readonly [name: string]: Record<string, unknown> } = {
  overview: {},
  check: {},
  ask: { messages: ['where is my order', 'thanks'] },
  test: {},
  diff: {},
  lab: {},
  propose_edit: { file: 'scenarios/new.scenario.yaml', text: 'title: New\n' },
}

const source = (title: string, reply = 'A week.') => `title: ${title}
trigger_description: The customer asks about ${title}.
examples: [What about ${title}?, Tell me about ${title}, A question on ${title}]
flow: { nodes: { wait: { text: ${reply}, next: done }, done: END } }
`

test('there are seven tools, and apply_edit only with --allow-edit; their definitions are small', async () => {
  const { client } = await agentAt({ cwd: exampleBot('shop') })
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(readers)
  for (const { annotations, outputSchema } of tools) {
    expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false })
    expect(outputSchema?.type).toBe('object')
  }
  const writing = await agentAt({ cwd: exampleBot('shop'), args: ['--allow-edit'] })
  const all = (await writing.client.listTools()).tools
  expect(all.map(({ name }) => name)).toEqual([...readers, 'apply_edit'])
  expect(all.at(-1)?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true })
  const definitions = all.map(({ outputSchema: _output, ...tool }) => tool)
  expect(countTokens(JSON.stringify(definitions))).toBeLessThanOrEqual(1500)
  await expect(client.callTool({ name: 'apply_edit', arguments: {} })).rejects.toThrow('apply_edit')
})

test.each(readers)('%s answers about an example bot in few tokens', async name => {
  const { call } = await agentAt({ cwd: await copyOf('shop') })
  const { isError, text, data } = await call(name, inputs[name])
  // A copy is in no repository.
  if (name === 'diff') expect(data.error).toContain('git')
  expect(isError).toBe(name === 'diff')
  expect(countTokens(text)).toBeLessThanOrEqual(1500)
})

describe('the answers are those of the command line', async () => {
  const cwd = await folderWith({
    'scenewright.config.yaml': 'bot: { primary_language: en }\n',
    'scenarios/refund.scenario.yaml': source('refunds'),
    'scenarios/trap.scenario.yaml': source('traps').replace('next: done', 'next: wait'),
    'scenarios/refund.test.yaml': `triggers:
  - starts: refund
    messages: [What about refunds?]
  - starts: none
    messages: [Tell me about refunds]
`,
  })
  const json = async (...args: readonly string[]) => {
    return JSON.parse((await scenewright([...args, '--format', 'json'], { cwd })).stdout)
  }

  test('check', async () => {
    const { call } = await agentAt({ cwd })
    const { findings, summary } = await json('check')
    const { data } = await call('check')
    expect(data.summary).toEqual({ errors: summary.errors, warnings: summary.warnings, infos: summary.infos })
    expect(new Set(data.findings.map(({ message }: { message: string }) => message))).toEqual(
      new Set(findings.map(({ message }: { message: string }) => message)),
    )
    expect(data.findings[0]).toMatchObject({ severity: 'error', file: 'scenarios/trap.scenario.yaml' })
    const only = (await call('check', { rule: 'graph' })).data.findings
    expect(only.every(({ rule }: { rule: string }) => rule.startsWith('graph/'))).toBe(true)
    const below = (await call('check', { paths: ['scenarios/refund.scenario.yaml'] })).data
    expect(below.summary.errors).toBe(0)
  })

  test('ask', async () => {
    const { call } = await agentAt({ cwd })
    const [turn] = (await json('simulate', 'What about refunds?')).turns
    const { data } = await call('ask', { messages: ['What about refunds?'] })
    expect(data.turns[0]).toMatchObject(turn)
    expect(data.turns[0].scores[0]).toEqual({ scenario: 'refund', confidence: 100, min_confidence: 78 })
  })

  test('test', async () => {
    const { call } = await agentAt({ cwd })
    const { summary, tests } = await json('test')
    const { data } = await call('test')
    expect(data.summary).toEqual({ passed: summary.passed, failed: summary.failed })
    const failed = tests.find(({ status }: { status: string }) => status === 'failed')
    expect(data.failed).toMatchObject([{ name: failed.name, line: failed.line, file: failed.file }])
    expect((await call('test', { paths: ['refund'], name: 'what about' })).data).toEqual({
      summary: { passed: 1, failed: 0 },
      failed: [],
    })
  })

  test('lab', async () => {
    const { call } = await agentAt({ cwd })
    const { outcomes, collisions } = await json('lab')
    const { data } = await call('lab')
    expect(data).toMatchObject({ outcomes })
    expect(data.collisions).toHaveLength(collisions.length)
  })
})

test('the refusal of a file that is no source says what a test in TypeScript must contain', async () => {
  const { call } = await agentAt({ cwd: await folderWith({ 'scenarios/a.scenario.yaml': source('apples') }) })
  const { isError, data } = await call('propose_edit', { file: 'scenarios/a.test.ts', text: 'export default {}\n' })
  expect(isError).toBe(true)
  expect(data.help).toContain("import { tests } from 'scenewright'")
  expect(data.help).toContain('yml')
})

test('an overview counts the tests that run: each message of a table', async () => {
  const table = 'triggers: [{ starts: a, messages: [What about apples?, Tell me about apples] }]\n'
  const files = { 'scenarios/a.scenario.yaml': source('apples'), 'scenarios/a.test.yaml': table }
  const { call } = await agentAt({ cwd: await folderWith(files) })
  expect((await call('test')).data.summary).toEqual({ passed: 2, failed: 0 })
  expect((await call('overview')).data.tests).toBe(2)
})

test('a file that changes between two calls is read again', async () => {
  const cwd = await folderWith({ 'scenarios/a.scenario.yaml': source('apples') })
  const { call } = await agentAt({ cwd })
  expect((await call('overview')).data.scenarios).toMatchObject([{ key: 'a', title: 'apples', examples: 3, nodes: 2 }])
  await writeFile(join(cwd, 'scenarios/a.scenario.yaml'), source('pears'))
  await writeFile(join(cwd, 'scenarios/b.scenario.yaml'), source('plums'))
  const { data } = await call('overview')
  expect(data.scenarios.map(({ title }: { title: string }) => title)).toEqual(['pears', 'plums'])
  expect((await call('overview', { filter: 'PLUM' })).data).toMatchObject({ count: 1, scenarios: [{ key: 'b' }] })
  expect((await call('ask', { messages: ['What about plums?'] })).data.turns[0].decision.scenario).toBe('b')
})

test('pages contain every finding once, and a cursor of another list is refused', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `n${index}`)
  const trapped = (name: string) => source(name).replace('next: done', 'next: wait')
  const cwd = await folderWith(
    Object.fromEntries(names.map(name => [`scenarios/${name}.scenario.yaml`, trapped(name)])),
  )
  const { call } = await agentAt({ cwd })
  const seen: string[] = []
  let cursor: string | undefined
  let pages = 0
  do {
    const { data, text } = await call('check', { rule: 'graph/endless-replies', ...(cursor && { cursor }) })
    expect(countTokens(text)).toBeLessThanOrEqual(1500)
    expect(data.rules).toEqual({ 'graph/endless-replies': 60 })
    seen.push(...data.findings.map(({ file }: { file: string }) => file))
    cursor = data.next_cursor
    pages += 1
  } while (cursor !== undefined)
  expect(pages).toBeGreaterThan(3)
  expect(new Set(seen)).toEqual(new Set(names.map(name => `scenarios/${name}.scenario.yaml`)))
  expect(seen).toHaveLength(60)
  const first = (await call('check', { rule: 'graph/endless-replies' })).data.next_cursor
  await writeFile(join(cwd, 'scenarios/n0.scenario.yaml'), source('n0'))
  const stale = await call('check', { rule: 'graph/endless-replies', cursor: first })
  expect(stale).toMatchObject({ isError: true, data: { help: 'call the tool again without a cursor' } })
  expect((await call('check', { cursor: '../../etc' })).isError).toBe(true)
})

test.each([
  ['an unknown scenario', 'lab', { scenario: 'refnd' }, /did you mean \\"refund/],
  ['an unknown rule', 'check', { rule: 'graph/trp' }, /graph\/trap/],
  ['a misspelled field', 'check', { path: ['a'] }, /path/],
  ['a wrong type', 'ask', { messages: 'hello' }, /messages/],
  ['no message', 'ask', { messages: [] }, /messages/],
  ['a path that does not exist', 'check', { paths: ['scenarios/none'] }, /does not exist/],
  ['an option in place of a revision', 'diff', { base: '--output=x' }, /revision|commit|git|unknown/i],
  ['a name that is no source', 'propose_edit', { file: 'package.json', text: '{}' }, /sources are named/],
  ['an unknown tool', 'deploy', {}, /deploy/],
])('%s is an error that says what to do, without a stack', async (_, name, input, expected) => {
  const cwd = await folderWith({ 'scenarios/refund.scenario.yaml': source('refunds') })
  const { call } = await agentAt({ cwd })
  const { isError, data, text } = await call(name, input).catch(error => {
    return { isError: true, data: error.message, text: '' }
  })
  const said = JSON.stringify(data)
  expect(isError).toBe(true)
  expect(said).toMatch(expected)
  expect(said).not.toMatch(/at .*:\d+:\d+|node:internal/)
  expect(countTokens(text)).toBeLessThan(700)
  // The server goes on.
  expect((await call('overview')).isError).toBe(false)
})

test('a project without sources, and one whose sources do not compile, are answers with advice', async () => {
  const cwd = await folderWith({})
  const { call } = await agentAt({ cwd })
  expect((await call('overview')).data.help).toContain('scenewright init')
  await rm(join(cwd, 'scenarios'), { recursive: true, force: true })
  const broken = await folderWith({ 'scenarios/a.scenario.yaml': 'title: [', 'scenarios/b.scenario.yaml': source('b') })
  const second = await agentAt({ cwd: broken })
  expect((await second.call('overview')).data).toMatchObject({ count: 1, errors: 1 })
  expect((await second.call('ask', { messages: ['b'] })).data.help).toContain('scenewright check')
  expect((await second.call('check')).data.findings[0]).toMatchObject({ file: 'scenarios/a.scenario.yaml' })
})

describe('edits', () => {
  const file = 'scenarios/a.scenario.yaml'

  test('propose_edit shows the diff and the findings, and writes nothing', async () => {
    const cwd = await folderWith({ [file]: source('apples') })
    const { call } = await agentAt({ cwd })
    const { data } = await call('propose_edit', { file, text: source('apples').replace('next: done', 'next: nowhere') })
    expect(data.diff).toContain('-flow: { nodes: { wait: { text: A week., next: done }, done: END } }')
    expect(data.diff).toContain('+flow: { nodes: { wait: { text: A week., next: nowhere }, done: END } }')
    expect(data.after.errors).toBeGreaterThan(data.before.errors)
    expect(data.added.some(({ message }: { message: string }) => message.includes('nowhere'))).toBe(true)
    expect(readFileSync(join(cwd, file), 'utf8')).toBe(source('apples'))
    const created = await call('propose_edit', { file: 'scenarios/sub/b.scenario.yaml', text: source('berries') })
    expect(created.data).toMatchObject({ hash: null, before: data.before, added: [] })
    expect((await call('check')).data.summary).toEqual(data.before)
  })

  test('apply_edit writes what was proposed, with its hash', async () => {
    const cwd = await folderWith({ [file]: source('apples') })
    const { call } = await agentAt({ cwd, args: ['--allow-edit'] })
    const edit = { file, text: source('pears') }
    const { hash } = (await call('propose_edit', edit)).data
    expect((await call('apply_edit', edit)).data.help).toContain('propose_edit')
    const applied = (await call('apply_edit', { ...edit, hash })).data
    expect(applied).toMatchObject({ written: true, file })
    expect(readFileSync(join(cwd, file), 'utf8')).toBe(source('pears'))
    // A person has saved in the meantime.
    await writeFile(join(cwd, file), source('plums'))
    const late = await call('apply_edit', { file, text: source('figs'), hash: applied.hash })
    expect(late.data.error).toContain('not what the edit is based on')
    expect(readFileSync(join(cwd, file), 'utf8')).toBe(source('plums'))
    expect((await call('apply_edit', { file: 'scenarios/x/new.scenario.yaml', text: source('x') })).isError).toBe(false)
    expect(readFileSync(join(cwd, 'scenarios/x/new.scenario.yaml'), 'utf8')).toBe(source('x'))
  })

  test('long lists of added and fixed findings are cut, and their counts are complete', async () => {
    const cwd = await folderWith({ [file]: source('apples') })
    const { call } = await agentAt({ cwd, args: ['--allow-edit'] })
    const broken = source('apples').replace('next: done', `next: [${Array.from({ length: 50 }, (_, i) => `n${i}`)}]`)
    const { data } = await call('propose_edit', { file, text: broken })
    expect(data.added_count).toBeGreaterThanOrEqual(50)
    expect(data.added.length).toBeLessThan(data.added_count)
    await call('apply_edit', { file, text: broken, hash: data.hash })
    const back = (await call('propose_edit', { file, text: source('apples') })).data
    expect(back.fixed_count).toBe(data.added_count)
    expect(back.fixed.length).toBeLessThan(back.fixed_count)
  })

  test('changes of a test are refused with what to do', async () => {
    const tests = 'scenarios/a.test.yaml'
    const cwd = await folderWith({ [file]: source('apples'), [tests]: 'triggers: []\n' })
    const { call } = await agentAt({ cwd })
    const changes = [{ kind: 'remove', path: ['triggers'] }]
    const { data } = await call('propose_edit', { file: tests, changes })
    expect(data).toMatchObject({
      error: expect.stringContaining('no scenario'),
      help: expect.stringContaining('whole text'),
    })
  })

  test('a call that the client cancels while it waits or runs writes nothing', async () => {
    const cwd = await folderWith({ [file]: source('apples') })
    const { client, call } = await agentAt({ cwd, args: ['--allow-edit'] })
    const { hash } = (await call('propose_edit', { file, text: source('pears') })).data
    const cancel = async (requestId: string) => {
      const params = { name: 'apply_edit', arguments: { file, text: source('pears'), hash } }
      await client.transport?.send({ jsonrpc: '2.0', id: requestId, method: 'tools/call', params })
      await client.transport?.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } })
    }
    await cancel('running')
    const first = call('overview')
    await cancel('waiting')
    await first
    expect((await call('apply_edit', { file, text: source('plums'), hash })).isError).toBe(false)
    expect(readFileSync(join(cwd, file), 'utf8')).toBe(source('plums'))
  })

  test('a new file takes the hash of its proposal, and is refused if it exists meanwhile', async () => {
    const cwd = await folderWith({ [file]: source('apples') })
    const { call } = await agentAt({ cwd, args: ['--allow-edit'] })
    const edit = { file: 'scenarios/b.scenario.yaml', text: source('berries') }
    const { hash } = (await call('propose_edit', edit)).data
    expect((await call('apply_edit', { ...edit, hash })).data).toMatchObject({ written: true })
    const again = await call('apply_edit', { ...edit, text: source('figs'), hash })
    expect(again.data.error).toContain('not what the edit is based on')
    expect(readFileSync(join(cwd, edit.file), 'utf8')).toBe(source('berries'))
  })
})

test('only sources of the project are edited, also the first one', async () => {
  const cwd = await folderWith({
    'scenewright.config.yaml': '',
    'elsewhere/a.scenario.yaml': source('apples'),
    '.git/HEAD': '',
  })
  const { call } = await agentAt({ cwd, args: ['--allow-edit'] })
  for (const file of [
    'elsewhere/a.scenario.yaml',
    'elsewhere/new.scenario.yaml',
    '.git/hooks/x.scenario.yaml',
    'scenarios/node_modules/x.scenario.yaml',
    'scenarios/a.scenario.yaml/x.scenario.yaml',
    'scenarios/notes.yaml',
  ]) {
    for (const tool of ['propose_edit', 'apply_edit']) {
      expect.soft((await call(tool, { file, text: source('figs') })).data.help, file).toContain('sources are named')
    }
  }
  expect(readFileSync(join(cwd, 'elsewhere/a.scenario.yaml'), 'utf8')).toBe(source('apples'))
  expect(readdirSync(cwd).toSorted()).toEqual(['.git', 'elsewhere', 'scenewright.config.yaml'])
  const first = { file: 'scenarios/first.scenario.yaml', text: source('figs').replace('next: done', 'next: nowhere') }
  expect((await call('apply_edit', first)).data).toMatchObject({ written: true, after: { errors: 1 } })
})

test('a new source has a name that all systems allow', async () => {
  const existing = 'scenarios/a:b.scenario.yaml'
  const cwd = await folderWith({ [existing]: source('apples') })
  const { call } = await agentAt({ cwd, args: ['--allow-edit'] })
  for (const [file, fault] of [
    ['scenarios/c:d.scenario.yaml', 'not every system allows the name "c:d.scenario.yaml"'],
    ['scenarios/c\nd.scenario.yaml', 'not every system allows the name'],
    ['scenarios/c\\d.scenario.yaml', 'not every system allows the name'],
    ['scenarios/c?/d.scenario.yaml', 'not every system allows the name "c?"'],
  ] as const) {
    for (const tool of ['propose_edit', 'apply_edit']) {
      expect.soft((await call(tool, { file, text: source('figs') })).data.error, file).toContain(fault)
    }
  }
  expect(readdirSync(join(cwd, 'scenarios'))).toEqual(['a:b.scenario.yaml'])
  const { hash } = (await call('propose_edit', { file: existing, text: source('figs') })).data
  expect((await call('apply_edit', { file: existing, text: source('figs'), hash })).data).toMatchObject({
    written: true,
  })
})

test('changes of a scenario are minimal edits that keep comments', async () => {
  const file = 'scenarios/a.scenario.yaml'
  const before = `# the team owns this
title: Apples # a fruit
trigger_description: The customer asks about apples.
examples:
  - What about apples? # from the chat
  - Tell me about apples
flow: { nodes: { wait: { text: A week., next: done }, done: END } }
`
  const cwd = await folderWith({ [file]: before })
  const { call } = await agentAt({ cwd, args: ['--allow-edit'] })
  const changes = [{ kind: 'insert', path: ['scenario', 'examples'], texts: ['apples: how many?'] }]
  const { hash } = (await call('propose_edit', { file, changes })).data
  expect(readFileSync(join(cwd, file), 'utf8')).toBe(before)
  expect((await call('apply_edit', { file, changes, hash })).data).toMatchObject({ written: true })
  expect(readFileSync(join(cwd, file), 'utf8')).toBe(
    before.replace('  - Tell me about apples\n', '  - Tell me about apples\n  - "apples: how many?"\n'),
  )
  const title = [{ kind: 'replace', path: ['scenario', 'title'], text: 'Pears' }]
  expect((await call('propose_edit', { file, changes: title })).data.diff).toContain('+title: Pears # a fruit')
  const nodes = ['scenario', 'definition', 'nodes']
  const flow = [
    { kind: 'set', path: [...nodes, 0, 'title'], value: 'Wait' },
    { kind: 'renameKey', path: [...nodes, 1], value: 'bye' },
    { kind: 'insert', path: [...nodes, 2], value: { id: 'more', type: 'END' } },
    { kind: 'move', path: ['scenario', 'examples', 0], value: 1 },
  ]
  const { diff } = (await call('propose_edit', { file, changes: flow })).data
  expect(diff).toContain('+flow: { nodes: { wait: { title: Wait, text: A week., next: bye }, bye: END, more: END } }')
  const turn = '{ user: What about apples?, expect: { starts: a, walk: [wait, done] } }'
  const walk = `conversations: [{ name: apples, turns: [${turn}] }]\n`
  await writeFile(join(cwd, 'scenarios/a.test.yaml'), walk)
  const { added } = (await call('propose_edit', { file, changes: flow.slice(1, 2) })).data
  expect(added).toMatchObject([{ rule: 'test/unknown-reference', file: 'scenarios/a.test.yaml' }])
  const refused = await call('propose_edit', { file, changes: [{ kind: 'remove', path: [...nodes, 0] }] })
  expect(refused.text).toContain('the flow starts there')
  for (const wrong of [
    { file, changes: [{ kind: 'remove', path: ['scenario', 'none', 3] }] },
    { file, changes: [{ kind: 'insert', path: [...nodes, 1.5], value: { id: 'more', type: 'END' } }] },
    { file, changes, text: 'title: both' },
    { file },
    { file: 'scenarios/none.scenario.yaml', changes },
    { file, changes, scenario: 'b' },
    { file, changes: [{ kind: 'strip', path: ['scenario', 'title'] }] },
    { file, changes: [{ kind: 'replace', path: ['scenario', 'title'] }] },
  ]) {
    expect((await call('propose_edit', wrong)).isError).toBe(true)
  }
})

test('resources are the pages of rules, the schemas and the compiled scenarios; prompts begin a task', async () => {
  const cwd = await folderWith({ 'scenarios/billing/refund.scenario.yaml': source('refunds') })
  const { client } = await agentAt({ cwd })
  const read = async (uri: string) => {
    const [content] = (await client.readResource({ uri })).contents
    return String(content && 'text' in content ? content.text : '')
  }
  expect(await read('scenewright://rules/graph/trap')).toContain('# graph/trap')
  expect(JSON.parse(await read('scenewright://schemas/scenario'))).toHaveProperty('properties')
  expect(JSON.parse(await read('scenewright://scenarios/billing/refund')).scenario.title).toBe('refunds')
  for (const uri of ['rules/../config', 'rules/%2e%2e/%2e%2e/README', 'scenarios/none', 'schemas/../package']) {
    await expect(read(`scenewright://${uri}`)).rejects.toThrow()
  }
  const { resourceTemplates } = await client.listResourceTemplates()
  expect(resourceTemplates.map(({ name }) => name)).toEqual(['rule', 'schema', 'scenario'])
  const { prompts } = await client.listPrompts()
  expect(prompts.map(({ name }) => name)).toEqual(['write_scenario', 'fix_findings', 'review_change'])
  const { messages } = await client.getPrompt({ name: 'write_scenario', arguments: { topic: 'refunds' } })
  expect(JSON.stringify(messages)).toContain('for this topic: refunds')
})

test('no path leads out of the project', async () => {
  const outside = await folderWith({ 'secret.scenario.yaml': source('outside'), 'sub/x.scenario.yaml': source('x') })
  const cwd = await folderWith({ 'scenarios/a.scenario.yaml': source('apples') })
  await symlink(outside, join(cwd, 'scenarios/linked'))
  await symlink(join(outside, 'secret.scenario.yaml'), join(cwd, 'scenarios/link.scenario.yaml'))
  await symlink(join(outside, 'missing.scenario.yaml'), join(cwd, 'scenarios/gone.scenario.yaml'))
  const { call, written } = await agentAt({ cwd, args: ['--allow-edit'] })
  const paths = [
    '..',
    '../',
    '/etc/passwd',
    outside,
    `${outside}/secret.scenario.yaml`,
    '../../../../etc/passwd',
    'scenarios/../../x.scenario.yaml',
    'scenarios/linked/secret.scenario.yaml',
    'scenarios/linked/sub',
    'scenarios/linked/new.scenario.yaml',
    'scenarios/link.scenario.yaml',
    'scenarios/gone.scenario.yaml',
    'scenarios/a.scenario.yaml\0.yaml',
  ]
  const before = readFileSync(join(outside, 'secret.scenario.yaml'), 'utf8')
  for (const path of paths) {
    for (const [tool, input] of [
      ['check', { paths: [path] }],
      ['test', { paths: [path] }],
      ['propose_edit', { file: path, text: source('hacked') }],
      ['apply_edit', { file: path, text: source('hacked') }],
    ] as const) {
      expect.soft((await call(tool, input)).isError, `${tool} ${path}`).toBe(true)
    }
  }
  expect(readFileSync(join(outside, 'secret.scenario.yaml'), 'utf8')).toBe(before)
  expect(written()).not.toContain('about outside')
})

test('a path that cannot exist is refused with its reason', async () => {
  const { call } = await agentAt({ cwd: await folderWith({ 'scenarios/a.scenario.yaml': source('apples') }) })
  for (const [path, why] of [
    ['scenarios/a.scenario.yaml/below.scenario.yaml', 'a part of its path is not a folder'],
    [`scenarios/${'x'.repeat(300)}.scenario.yaml`, 'its name is too long'],
  ] as const) {
    const { data, isError } = await call('check', { paths: [path] })
    expect(isError).toBe(true)
    expect(data.error).toContain(why)
    expect((await call('propose_edit', { file: path, text: source('pears') })).data.error).toContain(why)
  }
})

test('secrets of the environment, the state and the config are in no answer', async () => {
  const canary = 'canary-7f3a9b2c41d8'
  const cwd = await folderWith({
    'scenewright.config.yaml': `bot: { primary_language: en }
environments:
  production: { url: "https://bots.example.com/${canary}", bot: "${canary}", state: { type: file, path: state.json } }
`,
    'state.json': JSON.stringify({ secret: canary }),
    '.scenewright/state/production.json': JSON.stringify({ secret: canary }),
    'scenarios/a.scenario.yaml': source('apples'),
  })
  const env = { SCENEWRIGHT_API_KEY: canary, SCENEWRIGHT_EMAIL: `${canary}@example.com`, OTHER_KEY: canary }
  const { call, client, written } = await agentAt({ cwd, args: ['--allow-edit'], env })
  const config = join(cwd, 'scenewright.config.yaml')
  for (const name of readers) await call(name, inputs[name])
  await client.readResource({ uri: 'scenewright://scenarios/a' })
  // The errors of a config that cannot be used do not repeat its values.
  for (const broken of [
    `environments: { production: { url: "${canary}", bot: b } }\n`,
    `environments: { production: { url: "https://x.example.com", bot: b, api_key: ${canary} } }\n`,
    `bot: { primary_language: "${canary}" }\n`,
    `environments: ["${canary}"]\n`,
    `"${canary}": [\n`,
  ]) {
    await writeFile(config, broken)
    for (const name of readers) await call(name, inputs[name])
    await client.readResource({ uri: 'scenewright://scenarios/a' }).catch(() => {})
  }
  await writeFile(config, `preset: "${canary}"\n`)
  await expect(client.readResource({ uri: 'scenewright://scenarios/a' })).rejects.toThrow('config.yaml:1:9: "…" is')
  const ref = { type: 'ref/resource' as const, uri: 'scenewright://scenarios/{+name}' }
  const { completion } = await client.complete({ ref, argument: { name: 'name', value: '' } })
  expect(completion.values).toEqual([])
  expect(written()).not.toContain(canary)
})
