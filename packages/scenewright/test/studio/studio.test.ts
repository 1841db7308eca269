import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourceLimits } from '@scenewright/model/limits'
import { expect, test } from 'vitest'
import { openBrowser } from '../../src/commands/studio/open-browser.ts'
import { bin, folderWith, scenewright, scenewrightProcess } from '../run.ts'
import { studioAt } from './studio-at.ts'

const refund = `# What customers ask most.
title: Refund status # shown in the app
trigger_description: The customer asks when a refund will arrive.
min_confidence: 60
examples:
  - Where is my refund?
  - When do I get my money back
  - refund still not here
flow:
  start: wait_time
  nodes:
    wait_time:
      text: A refund takes 3 business days.
      next: contact
    # The last way out.
    contact:
      text: Still nothing after that? Write to us.
      next: done
    done: END
`
const file = 'scenarios/refund.scenario.yaml'
const project = { 'scenewright.config.yaml': 'bot:\n  primary_language: en\n', [file]: refund }
const node = (index: number, field: string) => ['scenario', 'definition', 'nodes', index, field]

test('lists the project', async () => {
  const page = await studioAt({ cwd: await folderWith({ ...project, 'scenarios/broken.scenario.yaml': 'title: [\n' }) })
  const { status, data } = await page.get('/api/project')
  expect(status).toBe(200)
  expect(data).toMatchObject({ isReadOnly: false, moreFindings: 0, bot: { primary_language: 'en' } })
  expect(data.sources).toEqual(['scenarios/broken.scenario.yaml', file])
  expect(data.broken).toMatchObject([{ file: 'scenarios/broken.scenario.yaml' }])
  expect(data.scenarios).toMatchObject([
    { key: 'refund', file, title: 'Refund status', language: 'yaml', nodes: 3, examples: 3, minConfidence: 60 },
  ])
  expect(page.written()).toContain(`Studio: http://127.0.0.1:${page.port}/#token=${page.token}\n`)
  expect(await page.stop()).toBe(0)
})

test('draws a scenario, with the lines of its source', async () => {
  const page = await studioAt({ cwd: await folderWith(project) })
  const { data } = await page.get('/api/scenario?key=refund')
  expect(data).toMatchObject({ key: 'refund', file, isEditable: true, isActive: true, language: 'yaml' })
  expect(data.fields).toMatchObject({ title: 'Refund status', min_confidence: 60 })
  expect(data.picture.nodes.map(({ id, line, isStart }: Record<string, unknown>) => [id, line, isStart])).toEqual([
    ['wait_time', 12, true],
    ['contact', 16, false],
    ['done', 19, false],
  ])
  expect(data.picture.edges).toMatchObject([
    { source: 'wait_time', target: 'contact', line: 14 },
    { source: 'contact', target: 'done', line: 18 },
  ])
  for (const { x, y, width, height } of data.picture.nodes) {
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(data.picture.width)
    expect(y + height).toBeLessThanOrEqual(data.picture.height)
  }
  expect((await page.get('/api/scenario?key=nothing')).status).toBe(404)
  expect((await page.get(`/api/source?file=${file}`)).data).toMatchObject({ file, text: refund, hash: data.hash })
})

test('makes minimal edits, which their inverse undoes to the last byte', async () => {
  const cwd = await folderWith(project)
  const page = await studioAt({ cwd })
  const { data } = await page.get('/api/scenario?key=refund')
  const changes = [{ kind: 'replace', path: node(0, 'text'), text: 'Five days.' }]
  const checked = await page.post('/api/check-edit', { file, hash: data.hash, key: 'refund', changes })
  expect(checked.data).toMatchObject({ added: [], fixed: [] })
  expect(readFileSync(join(cwd, file), 'utf8')).toBe(refund)
  const saved = await page.post('/api/edit', { file, hash: data.hash, key: 'refund', changes })
  const expected = refund.replace('A refund takes 3 business days.', 'Five days.')
  expect(saved).toMatchObject({ status: 200, data: { file, hash: checked.data.hash } })
  expect(readFileSync(join(cwd, file), 'utf8')).toBe(expected)
  expect(checked.data.text).toBe(expected)
  const undone = await page.post('/api/edit', { file, hash: saved.data.hash, edits: saved.data.inverse })
  expect(undone.data.hash).toBe(data.hash)
  expect(readFileSync(join(cwd, file), 'utf8')).toBe(refund)
  await page.post('/api/edit', { file, hash: undone.data.hash, edits: undone.data.inverse })
  expect(readFileSync(join(cwd, file), 'utf8')).toBe(expected)
  expect(readdirSync(join(cwd, 'scenarios'))).toEqual(['refund.scenario.yaml'])
})

test('keeps the byte order mark and the line ends of a file that is edited as a text', async () => {
  const windows = `\ufeff${refund.replaceAll('\n', '\r\n')}`
  const cwd = await folderWith({ ...project, [file]: windows })
  const page = await studioAt({ cwd })
  const { data } = await page.get(`/api/source?file=${file}`)
  const text = data.text.replaceAll('\r\n', '\n').replace('still', 'STILL')
  const saved = await page.post('/api/edit', { file, hash: data.hash, text })
  expect(readFileSync(join(cwd, file), 'utf8')).toBe(windows.replace('still', 'STILL'))
  await page.post('/api/edit', { file, hash: saved.data.hash, edits: saved.data.inverse })
  expect(readFileSync(join(cwd, file), 'utf8')).toBe(windows)
})

test('keeps different line ends of lines that are edited as a text', async () => {
  const mixed = refund.replace('\n', '\r\n').replace('flow:\n', 'flow:\r\n')
  const cwd = await folderWith({ ...project, [file]: mixed })
  const page = await studioAt({ cwd })
  const { data } = await page.get(`/api/source?file=${file}`)
  const text = `${data.text.replaceAll('\r\n', '\n').replace('flow:', '# one\nflow:')}# two`
  await page.post('/api/edit', { file, hash: data.hash, text })
  expect(readFileSync(join(cwd, file), 'utf8')).toBe(`${mixed.replace('flow:', '# one\nflow:')}# two`)
})

test('says why a source has no text', async () => {
  const [latin, large] = ['scenarios/latin.scenario.yaml', 'scenarios/large.scenario.yaml']
  const cwd = await folderWith({ ...project, [latin]: '', [large]: '#'.repeat(sourceLimits.fileSize + 1) })
  writeFileSync(join(cwd, latin), Buffer.from('title: \xdcberweisung\n', 'latin1'))
  const page = await studioAt({ cwd })
  for (const [name, message] of [
    [latin, `"${latin}" is not valid UTF-8`],
    [large, `"${large}" has ${sourceLimits.fileSize + 1} bytes, and a source has at most ${sourceLimits.fileSize}`],
  ]) {
    expect(await page.get(`/api/source?file=${name}`)).toMatchObject({
      status: 422,
      data: { error: { code: 'unreadable', message, help: expect.any(String) } },
    })
  }
  expect((await page.get('/api/source?file=scenarios/none.scenario.yaml')).status).toBe(404)
})

test('sends the findings of each source, and sums for each scenario, also if there are too many to list', async () => {
  const examples = Array.from({ length: 2100 }, (_none, index) => `  - ${index}  spaces\u200b\n`).join('')
  const last = 'scenarios/z.scenario.yaml'
  const cwd = await folderWith({
    ...project,
    'scenarios/a.scenario.yaml': refund.replace('  - Where is my refund?\n', examples),
    [last]: refund.replace('next: contact', 'next: nowhere'),
    'scenarios/z.test.yaml': 'triggers: [{ starts: missing, messages: [refund] }]\n',
  })
  const page = await studioAt({ cwd })
  const { rules, scenarios, findings, moreFindings } = (await page.get('/api/project')).data
  expect(moreFindings).toBeGreaterThan(0)
  expect(findings.length).toBe(2000)
  expect(findings[0]).toMatchObject({ file: 'scenarios/z.test.yaml', rule: 'test/unknown-reference' })
  const rulesOf = (key: string) =>
    scenarios.find((row: { key: string }) => row.key === key).rules.map((index: number) => rules[index])
  expect(scenarios).toMatchObject([
    { key: 'a', errors: 0 },
    { key: 'refund', errors: 0 },
    { key: 'z', errors: 1 },
  ])
  expect(rulesOf('z')).toContain('graph/unknown-target')
  expect(rulesOf('refund')).not.toContain('graph/unknown-target')
  const { data } = await page.get(`/api/source?file=${last}`)
  expect(data.findings).toContainEqual(expect.objectContaining({ rule: 'graph/unknown-target', file: last }))
  expect(new Set(data.findings.map((each: { file: string }) => each.file))).toEqual(new Set([last]))
})

test('refuses an edit of another text, and returns the present one', async () => {
  const cwd = await folderWith(project)
  const page = await studioAt({ cwd })
  const { data } = await page.get(`/api/source?file=${file}`)
  const now = `${refund}# by hand\n`
  writeFileSync(join(cwd, file), now)
  for (const path of ['/api/edit', '/api/check-edit']) {
    const answer = await page.post(path, { file, hash: data.hash, text: 'title: lost\n' })
    expect(answer).toMatchObject({ status: 409, data: { error: { code: 'changed' }, text: now } })
  }
  expect(readFileSync(join(cwd, file), 'utf8')).toBe(now)
  rmSync(join(cwd, file))
  for (const path of ['/api/edit', '/api/check-edit']) {
    const gone = await page.post(path, { file, hash: data.hash, text: 'title: lost\n' })
    expect(gone).toMatchObject({ status: 409, data: { error: { code: 'changed' }, text: null, hash: null } })
  }
  expect(readdirSync(join(cwd, 'scenarios'))).toEqual([])
})

test('refuses a change that has no safe edit', async () => {
  const cwd = await folderWith(project)
  const page = await studioAt({ cwd })
  const { data } = await page.get('/api/scenario?key=refund')
  const edit = (change: object) => page.post('/api/edit', { file, hash: data.hash, changes: [change] })
  const path = ['scenario', 'definition', 'nodes', 0]
  expect(await edit({ kind: 'remove', path })).toMatchObject({
    status: 422,
    data: { error: { code: 'refused', refusal: 'start' } },
  })
  expect((await edit({ kind: 'explode', path })).status).toBe(400)
  const edits = [{ file, range: { start: { line: 1, column: 1 }, end: { line: 99, column: 1 } }, text: '' }]
  expect((await page.post('/api/edit', { file, hash: data.hash, edits })).status).toBe(422)
  expect(readFileSync(join(cwd, file), 'utf8')).toBe(refund)
})

test('refuses every write when it is read-only', async () => {
  const cwd = await folderWith(project)
  const page = await studioAt({ cwd, args: ['--read-only'] })
  const { data } = await page.get('/api/scenario?key=refund')
  expect(data.isEditable).toBe(false)
  for (const path of ['/api/edit', '/api/create', '/api/remove', '/api/fix', '/api/save-test']) {
    expect(await page.post(path, { file, hash: data.hash, text: 'title: lost\n' })).toMatchObject({
      status: 403,
      data: { error: { code: 'read-only' } },
    })
  }
  expect((await page.post('/api/check-edit', { file, hash: data.hash, text: refund })).status).toBe(200)
  expect(readFileSync(join(cwd, file), 'utf8')).toBe(refund)
})

test('answers messages with the scores, and walks from any node', async () => {
  const page = await studioAt({ cwd: await folderWith({ ...project, 'scenarios/broken.scenario.yaml': 'title: [\n' }) })
  const unasked = await page.post('/api/chat', { messages: [] })
  expect(unasked.data).toEqual({ turns: [], broken: ['scenarios/broken.scenario.yaml'] })
  const { data } = await page.post('/api/chat', { messages: ['where is my refund'] })
  expect(data.broken).toEqual(['scenarios/broken.scenario.yaml'])
  expect(data.turns).toMatchObject([
    { decision: { kind: 'start', scenario: 'refund' }, walk: ['wait_time', 'contact', 'done'] },
  ])
  expect(data.turns[0].scores).toMatchObject([{ scenario: 'refund', reasons: expect.any(Array) }])
  const from = await page.post('/api/chat', { messages: ['hm'], start: { key: 'refund', node: 'contact' } })
  expect(from.data.turns).toMatchObject([
    { walk: ['contact', 'done'], replies: ['Still nothing after that? Write to us.'] },
  ])
  const nowhere = await page.post('/api/chat', { messages: ['hm'], start: { key: 'refund', node: 'gone' } })
  expect(nowhere.data.turns).toMatchObject([{ stoppedAt: { reason: 'no-start', detail: 'gone' } }])
  const unknown = await page.post('/api/chat', { messages: ['hm'], start: { key: 'gone', node: 'gone' } })
  expect(unknown.data.turns).toMatchObject([{ decision: { kind: 'none' } }])
})

test('saves conversations as tests, and the coverage rises', async () => {
  const cwd = await folderWith(project)
  const page = await studioAt({ cwd })
  expect((await page.get('/api/coverage')).data).toMatchObject({
    total: { scenarios: { covered: 0, total: 1 } },
    tests: 0,
  })
  const first = { name: 'money', messages: ['where is my refund'], key: 'refund' }
  const saved = await page.post('/api/save-test', first)
  expect(saved).toMatchObject({ status: 200, data: { file: 'scenarios/refund.test.yaml', inverse: [] } })
  expect((await page.get('/api/coverage')).data).toMatchObject({
    total: { nodes: { covered: 3, total: 3 }, scenarios: { covered: 1, total: 1 } },
    scenarios: [{ key: 'refund', nodes: [{ id: 'wait_time', count: 1 }, {}, {}] }],
    tests: 1,
    failed: 0,
  })
  const before = readFileSync(join(cwd, 'scenarios/refund.test.yaml'), 'utf8')
  const again = await page.post('/api/save-test', { ...first, name: 'more money' })
  const { file: testFile, hash, inverse } = again.data
  expect((await scenewright(['test'], { cwd })).stdout).toContain('2 passed')
  await page.post('/api/edit', { file: testFile, hash, edits: inverse })
  expect(readFileSync(join(cwd, testFile), 'utf8')).toBe(before)
})

test('creates sources, but never over another file', async () => {
  const cwd = await folderWith({
    ...project,
    'scenewright.config.yaml': 'sources: [./scenarios/]\n',
    'scenarios/notes': '',
  })
  const page = await studioAt({ cwd })
  const name = 'scenarios/orders/late.scenario.yaml'
  expect((await page.post('/api/create', { file: name, text: refund.replace('Refund', 'Late') })).status).toBe(200)
  expect((await page.get('/api/project')).data.sources).toEqual([name, file])
  expect(await page.post('/api/create', { file: name, text: 'title: lost\n' })).toMatchObject({ status: 409 })
  // As `check` reads them.
  const hidden = 'scenarios/.drafts/.x.scenario.yaml'
  expect((await page.post('/api/create', { file: hidden, text: refund.replace('Refund', 'Hidden') })).status).toBe(200)
  expect((await page.get('/api/project')).data.sources).toEqual([hidden, name, file])
  for (const bad of [
    'a.scenario.yaml',
    'scenarios/notes.yaml',
    'scenarios/../x.scenario.yaml',
    'scenarios/.git/a.scenario.yaml',
    'scenarios/node_modules/a.scenario.yaml',
    'scenarios/a.scenario.yaml/b.scenario.yaml',
    `scenarios/${'x'.repeat(300)}.scenario.yaml`,
    'scenarios/a:b.scenario.yaml',
    'scenarios/a\nb.scenario.yaml',
    'scenarios/a\\b.scenario.yaml',
    `${name}/below.scenario.yaml`,
    'scenarios/notes/below.scenario.yaml',
    'scenarios/notes/far/below.scenario.yaml',
  ]) {
    expect(await page.post('/api/create', { file: bad, text: refund })).toMatchObject({ status: 422 })
  }
  // A test of another tool.
  expect(await page.post('/api/create', { file: 'scenarios/x.test.ts', text: "import 'vitest'\n" })).toMatchObject({
    status: 422,
  })
  expect(readdirSync(cwd).toSorted()).toEqual(['.scenewright', 'scenarios', 'scenewright.config.yaml'])
  expect(readdirSync(join(cwd, 'scenarios')).toSorted()).toEqual(['.drafts', 'notes', 'orders', 'refund.scenario.yaml'])
})

test('takes back a file that it has created, unless it was changed', async () => {
  const cwd = await folderWith(project)
  const page = await studioAt({ cwd })
  const body = { name: 'money', messages: ['where is my refund'], key: 'refund' }
  const { data } = await page.post('/api/save-test', body)
  const testFile = join(cwd, data.file)
  const text = readFileSync(testFile, 'utf8')
  writeFileSync(testFile, `${text}# mine\n`)
  expect(await page.post('/api/remove', data)).toMatchObject({ status: 409, data: { text: `${text}# mine\n` } })
  writeFileSync(testFile, text)
  expect(await page.post('/api/remove', data)).toMatchObject({ status: 200, data: { file: data.file, text } })
  expect(readdirSync(join(cwd, 'scenarios'))).toEqual(['refund.scenario.yaml'])
  expect((await page.get('/api/project')).data.sources).toEqual([file])
  expect(await page.post('/api/remove', data)).toMatchObject({ status: 409, data: { text: null } })
  expect(await page.post('/api/create', { file: data.file, text })).toMatchObject({ data: { isNew: true } })
  expect(readFileSync(testFile, 'utf8')).toBe(text)
  const other = (await page.get(`/api/source?file=${file}`)).data
  expect(await page.post('/api/remove', other)).toMatchObject({ status: 422, data: { error: { code: 'created' } } })
  expect(readFileSync(join(cwd, file), 'utf8')).toBe(refund)
})

test('applies the fix of a finding', async () => {
  const cwd = await folderWith({ ...project, [file]: refund.replace('business days', 'business  days\u200b') })
  const page = await studioAt({ cwd })
  const { findings } = (await page.get('/api/project')).data
  const fixable = findings.find((each: { fixes: unknown[] }) => each.fixes.length > 0)
  const { data } = await page.get(`/api/source?file=${file}`)
  const { rule, range } = fixable
  const fixed = await page.post('/api/fix', { file, hash: data.hash, finding: { rule, range }, fix: 0 })
  expect(fixed.status).toBe(200)
  const left = (await page.get('/api/project')).data.findings
  expect(left.length).toBe(findings.length - 1)
  expect(await page.post('/api/fix', { file, hash: fixed.data.hash, finding: { rule, range }, fix: 0 })).toMatchObject({
    status: 422,
    data: { error: { code: 'fix' } },
  })
})

test('evaluates triggers, and replays messages', async () => {
  const page = await studioAt({ cwd: await folderWith(project) })
  const { data } = await page.get('/api/lab')
  expect(data).toMatchObject({ version: 1, examples: { tried: 3 } })
  const messages = [
    { message: 'refund, "please",\nnow', expected: 'refund' },
    { message: 'good morning', expected: 'none' },
  ]
  const replayed = await page.post('/api/lab', { messages })
  expect(replayed.data).toMatchObject({ evaluation: { messages: 2 }, nearMisses: expect.any(Array) })
  expect((await page.post('/api/lab', { messages: [{ message: 'refund' }] })).data).toMatchObject({ replay: {} })
})

test('compares with a revision of git', async () => {
  const cwd = await folderWith(project)
  const page = await studioAt({ cwd })
  expect(await page.get('/api/changes')).toMatchObject({ status: 422, data: { error: { help: expect.any(String) } } })
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd, stdio: 'pipe' })
  git('init', '-q', '-b', 'main')
  git('add', 'scenarios', 'scenewright.config.yaml')
  git('commit', '-qm', 'first')
  const { data } = await page.get('/api/scenario?key=refund')
  const changes = [{ kind: 'replace', path: node(1, 'text'), text: 'Call us.' }]
  await page.post('/api/edit', { file, hash: data.hash, changes })
  const compared = await page.get('/api/changes')
  expect(compared.data).toMatchObject({ base: expect.stringMatching(/^main \(/), behaviour: [] })
  expect(compared.data.scenarios).toMatchObject([
    {
      key: 'refund',
      change: 'changed',
      before: {
        title: 'Refund status',
        picture: { nodes: [{}, { text: 'Still nothing after that? Write to us.' }, {}] },
      },
      after: { picture: { nodes: [{}, { text: 'Call us.' }, {}] } },
      changes: [{ level: 'info', message: expect.any(String) }],
    },
  ])
  expect((await page.get('/api/project')).data.revisions).toEqual({ default: 'main' })
  expect((await page.get('/api/changes?base=nowhere')).status).toBe(422)
})

test('reports changes on the disk: new, changed, replaced and deleted files, and the config', async () => {
  const cwd = await folderWith(project)
  const page = await studioAt({ cwd })
  const events = await page.events()
  const ready = await events.next(({ type }) => type === 'ready')
  const seen = (name: string) => events.next(event => event.type === 'changed' && event.files.includes(name))
  writeFileSync(join(cwd, file), refund.replace('Refund status', 'Money'))
  expect(await seen(file)).not.toMatchObject({ revision: (ready as { revision: number }).revision })
  expect((await page.get('/api/project')).data.scenarios).toMatchObject([{ title: 'Money' }])
  writeFileSync(join(cwd, 'scenarios/new.scenario.yaml'), refund)
  await seen('scenarios/new.scenario.yaml')
  expect((await page.get('/api/project')).data.scenarios).toMatchObject([{ key: 'new' }, { key: 'refund' }])
  // As editors save.
  writeFileSync(join(cwd, 'scenarios/4913~'), refund.replace('Refund status', 'Renamed over'))
  renameSync(join(cwd, 'scenarios/4913~'), join(cwd, file))
  await seen(file)
  expect((await page.get('/api/project')).data.scenarios[1]).toMatchObject({ title: 'Renamed over' })
  rmSync(join(cwd, 'scenarios/new.scenario.yaml'))
  await seen('scenarios/new.scenario.yaml')
  expect((await page.get('/api/project')).data.sources).toEqual([file])
  writeFileSync(join(cwd, 'scenewright.config.yaml'), 'bot:\n  primary_language: de\n')
  await seen('scenewright.config.yaml')
  expect((await page.get('/api/project')).data.bot).toMatchObject({ primary_language: 'de' })
  writeFileSync(join(cwd, 'scenewright.config.yaml'), 'bot: [\n')
  await seen('scenewright.config.yaml')
  expect(await page.get('/api/project')).toMatchObject({ status: 422, data: { error: { code: 'config' } } })
  writeFileSync(join(cwd, 'scenewright.config.yaml'), '')
  await seen('scenewright.config.yaml')
  expect((await page.get('/api/project')).status).toBe(200)
})

test('shows a project whose baseline has a merge conflict, and says so until it is repaired', async () => {
  const baseline = 'scenewright.baseline.json'
  const conflict = '<<<<<<< ours\n{}\n=======\n{}\n>>>>>>> theirs\n'
  const cwd = await folderWith({ ...project, [baseline]: conflict })
  const page = await studioAt({ cwd })
  const events = await page.events()
  await events.next(({ type }) => type === 'ready')
  const { scenarios, faults } = (await page.get('/api/project')).data
  expect(scenarios).toMatchObject([{ key: 'refund' }])
  expect(faults).toEqual([
    { message: `${baseline}:1:1: "${baseline}" contains an unresolved merge conflict`, help: expect.any(String) },
  ])
  for (const text of ['{ "version": 1, "findings": [] }\n', conflict]) {
    writeFileSync(join(cwd, baseline), text)
    await events.next(event => event.type === 'changed' && event.files.includes(baseline))
    expect((await page.get('/api/project')).data.faults).toHaveLength(text === conflict ? 1 : 0)
  }
})

test('reads a config again that the command line names', async () => {
  const cwd = await folderWith({ 'bot.yaml': '', [file]: refund })
  const page = await studioAt({ cwd, args: ['--config', 'bot.yaml'] })
  const events = await page.events()
  await events.next(({ type }) => type === 'ready')
  writeFileSync(join(cwd, 'bot.yaml'), 'bot: { primary_language: de }\n')
  await events.next(event => event.type === 'changed' && event.files.includes('bot.yaml'))
  expect((await page.get('/api/project')).data.bot).toMatchObject({ primary_language: 'de' })
})

test('serves the language server also while the config is broken', async () => {
  const config = 'scenewright.config.yaml'
  const cwd = await folderWith(project)
  const page = await studioAt({ cwd })
  const changes = await page.events()
  await changes.next(({ type }) => type === 'ready')
  writeFileSync(join(cwd, config), 'bot: [\n')
  await changes.next(event => event.type === 'changed' && event.files.includes(config))
  const events = await page.events('?lsp=1')
  const ready = await events.next(({ type }) => type === 'ready')
  const stream = ready.type === 'ready' ? ready.stream : ''
  const message = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { capabilities: {} } }
  expect((await page.post(`/api/lsp?stream=${stream}`, message)).status).toBe(200)
  await events.next(event => event.type === 'lsp' && 'result' in event.message)
})

test('serves the language server of its own project', async () => {
  const cwd = await folderWith(project)
  const page = await studioAt({ cwd })
  const events = await page.events('?lsp=1')
  const ready = await events.next(({ type }) => type === 'ready')
  const stream = ready.type === 'ready' ? ready.stream : ''
  const send = (message: object) => page.post(`/api/lsp?stream=${stream}`, { jsonrpc: '2.0', ...message })
  const received = async (is: (message: Record<string, unknown>) => boolean) => {
    const event = await events.next(each => each.type === 'lsp' && is(each.message as Record<string, unknown>))
    return event.type === 'lsp' ? (event.message as Record<string, unknown>) : {}
  }
  const params = { processId: 1, rootUri: 'file:///', capabilities: {}, initializationOptions: { trusted: true } }
  expect((await send({ id: 1, method: 'initialize', params })).status).toBe(200)
  expect(await received(({ id }) => id === 1)).toMatchObject({ result: { capabilities: { hoverProvider: true } } })
  await send({ method: 'initialized', params: {} })
  const uri = `file://${join(cwd, file)}`
  const textDocument = { uri, languageId: 'yaml', version: 1, text: refund.replace('next: done', 'next: nowhere') }
  await send({ method: 'textDocument/didOpen', params: { textDocument } })
  const isError = ({ method, params: given }: Record<string, unknown>) =>
    method === 'textDocument/publishDiagnostics' && JSON.stringify(given).includes('nowhere')
  expect(await received(isError)).toMatchObject({ params: { uri } })
  expect((await page.post('/api/lsp?stream=other', { method: 'x' })).status).toBe(404)
})

test('prints its address as JSON, and leaves nothing after a signal', async () => {
  const cwd = await folderWith(project)
  const page = await studioAt({ cwd, args: ['--format', 'json', '--no-cache'] })
  const [line = ''] = page.written().split('\n')
  expect(JSON.parse(line)).toEqual({ event: 'ready', url: `http://127.0.0.1:${page.port}/#token=${page.token}` })
  expect(await page.stop()).toBe(0)
  expect(readdirSync(cwd).toSorted()).toEqual(['scenarios', 'scenewright.config.yaml'])
})

test('names --port if the port is in use', async () => {
  const cwd = await folderWith(project)
  const { port } = await studioAt({ cwd })
  const second = await scenewright(['studio', '--no-open', '--port', String(port)], { cwd })
  expect(second).toMatchObject({ code: 3, stdout: '' })
  expect(second.stderr).toContain('--port')
})

test('an empty folder has the message of the other commands', async () => {
  const cwd = await folderWith({})
  const [own, other] = [
    await scenewright(['studio', '--no-open'], { cwd }),
    await scenewright(['simulate', 'x'], { cwd }),
  ]
  expect(own).toEqual(other)
  expect(own.code).toBe(2)
})

test('contains no variable of the toolkit in any answer, and none in the environment of its work', async () => {
  const canary = 'canary-8c1f0e'
  const cwd = await folderWith({
    ...project,
    'scenewright.config.yaml':
      'environments:\n  production:\n    url: https://bots.example.com\n    bot: 1f6a3a52-6f51-4f6e-a9a3-3c2d0d6b0a11\n',
  })
  const env = { SCENEWRIGHT_KEY: canary, SCENEWRIGHT_PRODUCTION_API_KEY: canary, SCENEWRIGHT_CANARY: canary }
  const page = await studioAt({ cwd, env })
  const { data } = await page.get('/api/scenario?key=refund')
  const answers = [
    await page.get('/api/project'),
    data,
    await page.get(`/api/source?file=${file}`),
    await page.get('/api/source?file=scenewright.config.yaml'),
    await page.get('/api/coverage'),
    await page.get('/api/lab'),
    await page.get('/api/changes?base=$SCENEWRIGHT_KEY'),
    await page.post('/api/chat', { messages: ['$SCENEWRIGHT_KEY'] }),
    await page.post('/api/check-edit', { file, hash: data.hash, text: '$SCENEWRIGHT_KEY' }),
    await page.post('/api/lab', { messages: [{ message: 'SCENEWRIGHT_KEY' }] }),
  ]
  expect(JSON.stringify(answers)).not.toContain(canary)
  expect(page.written()).not.toContain(canary)
})

test('ends with 0 after Ctrl-C in a process of its own', async () => {
  const cwd = await folderWith(project)
  const child = spawn(bin, ['studio', '--no-open'], { cwd, env: { PATH: process.env.PATH ?? '', HOME: cwd } })
  const code = new Promise(resolve => child.once('close', resolve))
  child.stdout.once('data', () => child.kill('SIGINT'))
  expect(await code).toBe(0)
  expect((await scenewrightProcess(['check', '--quiet'], { cwd })).code).toBe(0)
})

test('opens the browser by the program of the system, and does without one', async () => {
  const cwd = await folderWith({ 'xdg-open': '#!/bin/sh\nprintf %s "$1" > "$OUT.part" && mv "$OUT.part" "$OUT"\n' })
  chmodSync(join(cwd, 'xdg-open'), 0o755)
  const url = 'http://127.0.0.1:1/#token=a&b'
  openBrowser(url, { PATH: '/nowhere' }, 'linux')
  openBrowser(url, { PATH: `${cwd}:/usr/bin:/bin`, OUT: join(cwd, 'opened') }, 'linux')
  while (!existsSync(join(cwd, 'opened'))) await new Promise(setImmediate)
  expect(readFileSync(join(cwd, 'opened'), 'utf8')).toBe(url)
})
