import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { folderWith, scenewright } from '../run.ts'

const fixtures = fileURLToPath(new URL('./fixtures/', import.meta.url))

/** A folder with a fixture as "bot". */
async function folderOf(fixture: string): Promise<string> {
  const cwd = await folderWith({})
  await cp(join(fixtures, fixture), join(cwd, 'bot'), { recursive: true })
  return cwd
}

/** Every written file, below one another. */
function written(cwd: string): string {
  const names = readdirSync(join(cwd, 'scenarios'), { recursive: true, encoding: 'utf8' }).sort()
  return names
    .filter(name => /\.(?:yaml|md)$/.test(name))
    .map(name => `== ${name}\n${readFileSync(join(cwd, 'scenarios', name), 'utf8')}`)
    .join('\n')
}

describe.each([
  ['rasa', 'rasa'],
  ['rasa-markdown', 'rasa'],
  ['es', 'dialogflow'],
  ['cx', 'dialogflow'],
])('the fixture %s', (fixture, from) => {
  test('becomes sources that compile and are formatted, and a list of what is missing', async () => {
    const cwd = await folderOf(fixture)
    const { code, stdout } = await scenewright(['import', '--from', from, 'bot', '--out', 'scenarios'], { cwd })
    expect(code).toBe(0)
    await expect(`${stdout}\n${written(cwd)}`).toMatchFileSnapshot(`expected/${fixture}.txt`)
    expect((await scenewright(['fmt', '--check'], { cwd })).code).toBe(0)
    expect((await scenewright(['compile'], { cwd })).code).toBe(0)
  })
})

const table = [
  '\ufeffIntent;Example;Title;Description;Reply;Exclusion;Team',
  'refund;where is my refund;Refund;The customer asks for a refund.;Five days.;how do I order;a',
  'refund;"my money; back";;;"Write to us,',
  'please.";;',
  'refund;where is my refund;Refunds;;Five days.;;',
  '../x;escape;;;No.;;',
  '..\\x;twice;;;No.;;',
  '__proto__;a prototype;;;An object.;;',
  'CON;a device;;;A console.;;',
  'None;no scenario;;;Nothing starts.;;',
  ';an orphan;;;;;',
  'silent;no reply;;;;;',
  '',
].join('\r\n')

describe('a table', () => {
  test('has one example per row, and several replies in their order', async () => {
    const cwd = await folderWith({ 'faq.csv': table })
    const args = ['import', '--from', 'csv', 'faq.csv', '--out', 'scenarios', '--format', 'json']
    const { code, stdout } = await scenewright(args, { cwd })
    const { scenarios, omissions, totals } = JSON.parse(stdout)
    expect(code).toBe(0)
    expect(scenarios.map(({ key }: { key: string }) => key)).toEqual([
      'refund',
      'x',
      'x-2',
      'proto',
      'con-intent',
      'none-2',
    ])
    expect(totals).toEqual({
      intents: 7,
      scenarios: 6,
      examples: 7,
      replies: 7,
      omissions: { intent: 2, duplicate: 2, setting: 1, key: 3, description: 5 },
    })
    expect(omissions.find(({ kind }: { kind: string }) => kind === 'setting')).toEqual({
      kind: 'setting',
      what: 'the column "Team"',
      file: 'faq.csv',
      line: 1,
    })
    expect(readFileSync(join(cwd, 'scenarios/refund.scenario.yaml'), 'utf8')).toBe(
      [
        'title: Refund',
        'trigger_description: The customer asks for a refund.',
        'examples:',
        '  - where is my refund',
        '  - my money; back',
        'exclusions:',
        '  - how do I order',
        'flow:',
        '  nodes:',
        '    answer:',
        '      text: Five days.',
        '      next: answer_2',
        '    answer_2:',
        '      text: |-',
        '        Write to us,',
        '        please.',
        '      next: done',
        '    done: END',
        '',
      ].join('\n'),
    )
    expect((await scenewright(['compile'], { cwd })).code).toBe(0)
    expect((await scenewright(['fmt', '--check'], { cwd })).code).toBe(0)
  })

  test('lists with the reason each key that is not simply the name', async () => {
    const names = ['Ask name', '???', 'COM¹', 'a'.repeat(81), 'a/b/c/d/e/f/g/h/i', 'ask-name']
    const rows = names.map(name => `${name},when ${name},nine`).join('\n')
    const cwd = await folderWith({ 'faq.csv': `intent,example,reply\n${rows}\n` })
    const args = ['import', '--from', 'csv', 'faq.csv', '--out', 'scenarios', '--format', 'json']
    const { omissions } = JSON.parse((await scenewright(args, { cwd })).stdout)
    const changed = omissions.filter(({ kind }: { kind: string }) => kind === 'key')
    expect(changed.map(({ what }: { what: string }) => what)).toEqual([
      '"???" gets the key "intent", because the name has no letter or digit',
      '"COM¹" gets the key "com¹-intent", because "com¹" is the name of a device on Windows',
      `"${'a'.repeat(81)}" gets the key "${'a'.repeat(80)}", because the name is too long`,
      '"a/b/c/d/e/f/g/h/i" gets the key "a/b/c/d/e/f/g/h", because the name has more than 8 parts',
      '"ask-name" gets the key "ask-name-2", because "ask-name" is used',
    ])
  })

  test('has the title "Intent" for a name without letters', async () => {
    const cwd = await folderWith({ 'faq.csv': 'intent,example,reply\n___,when,nine\n' })
    await scenewright(['import', '--from', 'csv', 'faq.csv', '--out', 'scenarios'], { cwd })
    expect(readFileSync(join(cwd, 'scenarios/intent.scenario.yaml'), 'utf8')).toContain('title: Intent\n')
  })

  test('has no source in a folder in which no command looks for sources', async () => {
    const names = ['node_modules/hours', 'A/node_modules/hours', 'hours.scenario.yaml/x', '.git/hours', 'node_modules']
    const rows = names.map(name => `${name},when ${name},nine`).join('\n')
    const cwd = await folderWith({ 'scenewright.config.yaml': '', 'faq.csv': `intent,example,reply\n${rows}\n` })
    const args = ['import', '--from', 'csv', 'faq.csv', '--out', 'scenarios', '--format', 'json']
    const { omissions, scenarios } = JSON.parse((await scenewright(args, { cwd })).stdout)
    const changed = omissions.filter(({ kind }: { kind: string }) => kind === 'key')
    expect(changed.map(({ line }: { line: number }) => line)).toEqual([2, 3, 4, 6])
    expect((await scenewright(['compile', '--out', 'build'], { cwd })).code).toBe(0)
    const compiled = scenarios.map(({ key }: { key: string }) => existsSync(join(cwd, `build/${key}.json`)))
    expect(compiled).toEqual([true, true, true, true, true])
  })

  test('with texts beyond a limit is imported without them, and they are listed with their line', async () => {
    const long = 'a'.repeat(40_000)
    const cwd = await folderWith({ 'faq.csv': `key,example,reply\nhours,when,nine\nhours,${long},\n` })
    const args = ['import', '--from', 'csv', 'faq.csv', '--out', 'scenarios', '--format', 'json']
    const { omissions, scenarios } = JSON.parse((await scenewright(args, { cwd })).stdout)
    expect(scenarios).toMatchObject([{ key: 'hours', examples: 1, replies: 1 }])
    expect(omissions).toContainEqual(expect.objectContaining({ kind: 'limit', file: 'faq.csv', line: 3 }))
  })

  test('with a title and a description beyond a limit has both without half an emoji, and they are listed', async () => {
    const [title, description] = [`${'a'.repeat(254)}😀😀`, `${'b'.repeat(32_767)}😀😀`]
    const name = 'n'.repeat(256)
    const cwd = await folderWith({
      'faq.csv': `intent,example,reply,title,description\nhours,when,nine,${title},${description}\n${name},where,here,,Where?\n`,
    })
    const args = ['import', '--from', 'csv', 'faq.csv', '--out', 'scenarios', '--format', 'json']
    const { omissions } = JSON.parse((await scenewright(args, { cwd })).stdout)
    const limits = omissions.filter(({ kind }: { kind: string }) => kind === 'limit')
    expect(limits.map(({ what, line }: { what: string; line: number }) => [what.split(':')[0], line])).toEqual([
      ['the title of "hours" is shortened', 2],
      ['the description of "hours" is shortened', 2],
      [`the title of "${name}" is shortened`, 3],
    ])
    expect((await scenewright(['compile', '--out', 'build'], { cwd })).code).toBe(0)
    const { scenario } = JSON.parse(readFileSync(join(cwd, 'build/hours.json'), 'utf8'))
    expect([scenario.title, scenario.trigger_description]).toEqual([title.slice(0, -2), description.slice(0, -2)])
  })

  test.each(['是'.repeat(480), '"'.repeat(480), 'a\nb\n'.repeat(120), '\u0007'.repeat(480)])(
    'with more texts such as %j than a source may have is imported without the rest, which is listed',
    async text => {
      const cell = (index: number) => `"${index} ${text.replaceAll('"', '""')}"`
      const rows = Array.from({ length: 1000 }, (_, index) => `big,${cell(index)},${cell(index)}`)
      const cwd = await folderWith({ 'faq.csv': `intent,example,reply\n${rows.join('\n')}\n` })
      const args = ['import', '--from', 'csv', 'faq.csv', '--out', 'scenarios', '--format', 'json']
      const { omissions, scenarios } = JSON.parse((await scenewright(args, { cwd })).stdout)
      const [{ examples, replies }] = scenarios
      expect([examples > 50, replies > 50]).toEqual([true, true])
      const left = omissions.filter(({ kind }: { kind: string }) => kind === 'limit')
      expect(examples + replies + left.length).toBe(2000)
      expect((await scenewright(['compile'], { cwd })).code).toBe(0)
    },
  )

  test('with the intent "manifest" compiles, and one without examples is listed', async () => {
    const cwd = await folderWith({ 'faq.csv': 'intent,example,reply\nManifest,when,nine\nexternal,,ten\n' })
    const args = ['import', '--from', 'csv', 'faq.csv', '--out', 'scenarios', '--format', 'json']
    const { omissions, scenarios } = JSON.parse((await scenewright(args, { cwd })).stdout)
    expect(scenarios).toMatchObject([{ key: 'manifest-intent' }, { key: 'external', examples: 0 }])
    expect(omissions).toMatchObject([
      { kind: 'description' },
      {
        kind: 'key',
        what: '"Manifest" gets the key "manifest-intent", because "compile" writes the list of documents as "manifest"',
      },
      { kind: 'description' },
      { kind: 'example', what: '"external"' },
    ])
    expect((await scenewright(['compile', '--out', 'build'], { cwd })).code).toBe(0)
  })
})

test('replies of Dialogflow in a context are listed', async () => {
  const intent = (name: string, contexts: string[]) =>
    JSON.stringify({
      name,
      contexts,
      responses: [{ messages: [{ type: 0, speech: [`Reply of ${name}.`] }] }],
      userSays: [{ data: [{ text: name }] }],
    })
  const cwd = await folderWith({
    'bot/agent.json': '{"language":"en"}',
    'bot/intents/hi.json': intent('hi', []),
    'bot/intents/more.json': intent('more', ['hi-followup']),
  })
  const args = ['import', '--from', 'dialogflow', 'bot', '--out', 'scenarios', '--format', 'json']
  const { omissions } = JSON.parse((await scenewright(args, { cwd })).stdout)
  expect(omissions).toContainEqual(
    expect.objectContaining({ kind: 'context', what: 'a reply of "more": "Reply of more."' }),
  )
})

test.each([
  [
    'ES',
    {
      'bot/agent.json': '{"language":"pt-BR"}',
      'bot/intents/preco.json':
        '{"name":"preco","responses":[{"messages":[{"type":0,"lang":"pt-br","speech":["Dez."]}]}]}',
      'bot/intents/preco_usersays_pt-br.json': '[{"lang":"pt-br","data":[{"text":"quanto custa"}]}]',
    },
  ],
  [
    'CX',
    {
      'bot/agent.json': '{"defaultLanguageCode":"pt-BR"}',
      'bot/flows/Default Start Flow/Default Start Flow.json':
        '{"transitionRoutes":[{"intent":"preco","triggerFulfillment":{"messages":[{"languageCode":"pt-br","text":{"text":["Dez."]}}]}}]}',
      'bot/intents/preco/preco.json': '{"displayName":"preco"}',
      'bot/intents/preco/trainingPhrases/pt-br.json': '{"trainingPhrases":[{"parts":[{"text":"quanto custa"}]}]}',
    },
  ],
])('the codes of languages in Dialogflow %s are compared without case', async (_, files) => {
  const cwd = await folderWith(files)
  const args = ['import', '--from', 'dialogflow', 'bot', '--out', 'scenarios', '--format', 'json']
  const { scenarios } = JSON.parse((await scenewright(args, { cwd })).stdout)
  expect(scenarios).toMatchObject([{ intent: 'preco', examples: 1, replies: 1 }])
})

test('an intent of Dialogflow CX may have the name of a folder of another tool, such as "models"', async () => {
  const route = { intent: 'models', triggerFulfillment: { messages: [{ text: { text: ['Three.'] } }] } }
  const cwd = await folderWith({
    'bot/agent.json': '{"defaultLanguageCode":"en"}',
    'bot/flows/Default Start Flow/Default Start Flow.json': JSON.stringify({ transitionRoutes: [route] }),
    'bot/intents/models/models.json': '{"displayName":"models"}',
    'bot/intents/models/trainingPhrases/en.json': '{"trainingPhrases":[{"parts":[{"text":"which models"}]}]}',
  })
  const args = ['import', '--from', 'dialogflow', 'bot', '--out', 'scenarios', '--format', 'json']
  const { scenarios } = JSON.parse((await scenewright(args, { cwd })).stdout)
  expect(scenarios).toMatchObject([{ intent: 'models', examples: 1, replies: 1 }])
})

describe('the output folder', () => {
  const csv = { 'faq.csv': 'intent,example,reply\nshop/hours,when,nine\nshop/place,where,here\n' }
  const args = ['import', '--from', 'csv', 'faq.csv', '--out', 'scenarios']

  test('keeps its files without --force, and nothing is written', async () => {
    const cwd = await folderWith({ ...csv, 'scenarios/shop/place.scenario.yaml': 'mine' })
    const { code, stderr } = await scenewright(args, { cwd })
    expect([code, stderr.includes('shop/place.scenario.yaml'), stderr.includes('--force')]).toEqual([2, true, true])
    expect(existsSync(join(cwd, 'scenarios/shop/hours.scenario.yaml'))).toBe(false)
    expect((await scenewright([...args, '--force'], { cwd })).code).toBe(0)
    expect(readFileSync(join(cwd, 'scenarios/shop/place.scenario.yaml'), 'utf8')).toContain('here')
  })

  test('keeps a source of the same scenario in another language, which is an error, or named with --force', async () => {
    const cwd = await folderWith({ ...csv, 'scenarios/shop/place.scenario.ts': 'mine' })
    const { code, stderr } = await scenewright(args, { cwd })
    const same = '"scenarios/shop/place.scenario.ts" is a source of the same scenario'
    expect([code, stderr]).toEqual([2, expect.stringContaining(same)])
    expect(readdirSync(join(cwd, 'scenarios/shop'))).toEqual(['place.scenario.ts'])
    const forced = await scenewright([...args, '--force'], { cwd })
    const warning = 'warning: delete "scenarios/shop/place.scenario.ts", which is a source of the same scenario\n'
    expect(forced).toMatchObject({ code: 0, stderr: expect.stringContaining(warning) })
    expect(readFileSync(join(cwd, 'scenarios/shop/place.scenario.ts'), 'utf8')).toBe('mine')
  })

  test('has names that the file system allows, also of long names in letters of several bytes', async () => {
    const names = ['𠀀'.repeat(100), '𠀀'.repeat(101), '漢'.repeat(80), `${'語'.repeat(90)}/hours`, 'a'.repeat(100)]
    const rows = names.map(name => `${name},when ${name},nine`).join('\n')
    const cwd = await folderWith({ 'faq.csv': `intent,example,reply\n${rows}\n` })
    expect((await scenewright(args, { cwd })).code).toBe(0)
    const files = readdirSync(join(cwd, 'scenarios'), { recursive: true, encoding: 'utf8' })
    expect(files.filter(file => file.endsWith('.scenario.yaml'))).toHaveLength(names.length)
    expect((await scenewright(['fmt', '--check'], { cwd })).code).toBe(0)
  })

  test('has no new file or folder if one of the files cannot be written', async () => {
    const cwd = await folderWith({
      'faq.csv': 'intent,example,reply\nnew/shop/hours,when,nine\nplace,where,here\n',
      'scenarios/place.scenario.yaml/kept.txt': 'kept',
    })
    const { code, stderr } = await scenewright([...args, '--force'], { cwd })
    expect([code, stderr.includes('it is a folder')]).toEqual([2, true])
    expect(readdirSync(join(cwd, 'scenarios'))).toEqual(['place.scenario.yaml'])
  })

  test('stays empty if the config has an error', async () => {
    const cwd = await folderWith({ ...csv, 'scenewright.config.yaml': 'bot: [' })
    const { code, stdout, stderr } = await scenewright(args, { cwd })
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain('scenewright.config.yaml:1:6')
    expect(existsSync(join(cwd, 'scenarios'))).toBe(false)
  })

  test('stays empty with --dry-run', async () => {
    const cwd = await folderWith(csv)
    const { code, stdout } = await scenewright([...args, '--dry-run'], { cwd })
    expect([code, stdout.includes('2  scenarios'), existsSync(join(cwd, 'scenarios'))]).toEqual([0, true, false])
  })

  test('with a link to another place is refused, and a link in the place of a file is replaced', async () => {
    const cwd = await folderWith({ ...csv, 'outside/kept.txt': 'kept' })
    mkdirSync(join(cwd, 'scenarios'))
    symlinkSync(join(cwd, 'outside'), join(cwd, 'scenarios/shop'))
    expect((await scenewright(args, { cwd })).code).toBe(2)
    expect(readdirSync(join(cwd, 'outside'))).toEqual(['kept.txt'])
    const other = await folderWith({ ...csv, 'kept.txt': 'kept' })
    mkdirSync(join(other, 'scenarios/shop'), { recursive: true })
    symlinkSync(join(other, 'kept.txt'), join(other, 'scenarios/shop/hours.scenario.yaml'))
    expect((await scenewright([...args, '--force'], { cwd: other })).code).toBe(0)
    expect(readFileSync(join(other, 'kept.txt'), 'utf8')).toBe('kept')
  })
})

describe('input that cannot be imported', () => {
  const bomb = `a: &a [x, x, x, x, x, x, x, x, x]\n${Array.from({ length: 9 }, (_, index) => {
    const [name, before] = ['bcdefghij'[index], 'abcdefghi'[index]]
    return `${name}: &${name} [${Array(9).fill(`*${before}`).join(', ')}]\n`
  }).join('')}nlu: *j\n`

  test.each([
    ['a missing path', ['rasa', 'nowhere'], {}, 'does not exist'],
    ['an empty folder', ['rasa', '.'], { 'a.txt': '' }, 'no training data'],
    ['a folder without agent.json', ['dialogflow', '.'], { 'a.txt': '' }, 'agent.json'],
    ['a packed export', ['dialogflow', 'agent.zip'], { 'agent.zip': 'PK' }, 'unpack it'],
    ['a nested export', ['dialogflow', '.'], { 'shop/agent.json': '{}' }, '"shop"'],
    ['invalid JSON', ['dialogflow', '.'], { 'agent.json': '{', 'intents/a.json': '{}' }, 'not valid JSON'],
    ['a YAML bomb', ['rasa', '.'], { 'nlu.yml': bomb }, 'expand to more than'],
    ['deep YAML', ['rasa', '.'], { 'nlu.yml': `nlu: ${'['.repeat(100_000)}` }, 'nlu.yml'],
    ['invalid YAML', ['rasa', '.'], { 'nlu.yml': 'nlu:\n\t- intent: a\n' }, 'nlu.yml:2'],
    ['binary data', ['csv', 'a.csv'], { 'a.csv': Buffer.from([0xff, 0xfe, 0x00]) }, 'not UTF-8'],
    ['UTF-16', ['csv', 'a.csv'], { 'a.csv': Buffer.from('intent,example\na,b\n', 'utf16le') }, 'save it as UTF-8'],
    ['an empty table', ['csv', 'a.csv'], { 'a.csv': '' }, 'empty'],
    ['a table without intents', ['csv', 'a.csv'], { 'a.csv': 'example,reply\na,b\n' }, 'no column "intent"'],
    ['an open quote', ['csv', 'a.csv'], { 'a.csv': 'intent,example,reply\na,"b,c\n' }, 'a.csv'],
    [
      'a comma without quotes',
      ['csv', 'a.csv'],
      { 'a.csv': 'intent,example,reply\na,b,Yes, of course.\n' },
      'line 2 of "a.csv" has 4 cells, but the table has 3 columns',
    ],
    ['a bot without replies', ['csv', 'a.csv'], { 'a.csv': 'intent,example\na,b\n' }, 'no intent with a fixed reply'],
    ['a Rasa project as Dialogflow', ['dialogflow', '.'], { 'domain.yml': 'intents: []' }, '--from rasa'],
    [
      'Dialogflow as a Rasa project',
      ['rasa', '.'],
      { 'agent.json': '{}', 'intents/a.json': '{}' },
      '--from dialogflow',
    ],
    ['a Rasa project as a table', ['csv', '.'], { 'data/training.yml': 'nlu: []' }, '--from rasa'],
    ['a table as a Rasa project', ['rasa', 'a.csv'], { 'a.csv': 'intent,example\n' }, '--from csv'],
    [
      'an unknown language',
      ['dialogflow', '.', '--language', 'fr'],
      { 'agent.json': '{"language":"en"}', 'intents/a.json': '{}' },
      'it has en',
    ],
  ] as const)('%s is an error with advice: 2', async (_, [from, path, ...options], files, expected) => {
    const cwd = await folderWith(files as Record<string, string>)
    const run = await scenewright(['import', '--from', from, path, '--out', 'scenarios', ...options], { cwd })
    expect({ code: run.code, stdout: run.stdout }).toEqual({ code: 2, stdout: '' })
    expect(run.stderr).toContain(expected)
    expect(run.stderr).not.toContain('internal error')
    expect(existsSync(join(cwd, 'scenarios'))).toBe(false)
  })

  test.each([
    ['rasa', 'es', 'dialogflow'],
    ['csv', 'es', 'dialogflow'],
    ['rasa', 'cx', 'dialogflow'],
    ['csv', 'cx', 'dialogflow'],
    ['dialogflow', 'rasa', 'rasa'],
    ['csv', 'rasa-markdown', 'rasa'],
  ])('--from %s with the fixture %s names %s', async (from, fixture, right) => {
    const cwd = await folderOf(fixture)
    const { code, stderr } = await scenewright(['import', '--from', from, 'bot', '--out', 'scenarios'], { cwd })
    expect([code, stderr]).toEqual([2, expect.stringContaining(`use --from ${right}`)])
  })

  test.skipIf(process.platform === 'win32')('links and named pipes are listed, and never opened', async () => {
    const nlu = 'nlu:\n  - intent: hi\n    examples: |\n      - hi\nresponses:\n  utter_hi:\n    - text: Hello.\n'
    const cwd = await folderWith({ 'bot/nlu.yml': nlu })
    execFileSync('mkfifo', [join(cwd, 'bot/domain.yml')])
    symlinkSync('.', join(cwd, 'bot/loop'))
    const args = ['import', '--from', 'rasa', 'bot', '--out', 'scenarios', '--format', 'json']
    const { code, stdout } = await scenewright(args, { cwd })
    expect([code, JSON.parse(stdout).totals.omissions.file]).toEqual([0, 2])
    expect((await scenewright(['import', '--from', 'csv', 'bot/domain.yml', '--out', 'scenarios'], { cwd })).code).toBe(
      2,
    )
  })

  test('a file beyond the limit of size is not read', async () => {
    const cwd = await folderWith({})
    writeFileSync(join(cwd, 'a.csv'), Buffer.alloc(17 * 1024 * 1024, 'a'))
    const { code, stderr } = await scenewright(['import', '--from', 'csv', 'a.csv', '--out', 'scenarios'], { cwd })
    expect([code, stderr.includes('the maximum is')]).toEqual([2, true])
  })
})

test('imported sources have no finding at level error, and the simulator answers', async () => {
  const cwd = await folderOf('rasa')
  await scenewright(['import', '--from', 'rasa', 'bot', '--out', 'scenarios'], { cwd })
  const { stdout } = await scenewright(['check', '--format', 'json'], { cwd })
  const { findings } = JSON.parse(stdout) as { findings: { severity: string }[] }
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
  const simulated = await scenewright(['simulate', 'where can I park', '--format', 'json'], { cwd })
  expect(JSON.parse(simulated.stdout).turns[0].replies).toHaveLength(1)
})

test('a second import into the folder of the bot gives the same files', async () => {
  const cwd = await folderWith({})
  await cp(join(fixtures, 'rasa'), cwd, { recursive: true })
  const run = () => scenewright(['import', '--from', 'rasa', '.', '--out', 'scenarios', '--force'], { cwd })
  const first = [(await run()).stdout, written(cwd)]
  expect([(await run()).stdout, written(cwd)]).toEqual(first)
})

test('the language of a Dialogflow bot can be chosen', async () => {
  const cwd = await folderOf('es')
  const args = ['import', '--from', 'dialogflow', 'bot', '--out', 'scenarios', '--language', 'de']
  expect((await scenewright(args, { cwd })).code).toBe(0)
  const source = readFileSync(join(cwd, 'scenarios/opening-hours.scenario.yaml'), 'utf8')
  expect([source.includes('wann habt ihr auf'), source.includes('Von neun bis sechs.')]).toEqual([true, true])
})

test('numbers, tabs and escapes in JSON are read as JSON', async () => {
  const intent =
    '{\n\t"name": "hi \\u263a\\ud83d\\ude00",\n\t"contexts": [],\n\t"responses": [{"messages": [{"type": 0, "speech": "a\\tb\\/c"}]}],\n\t"userSays": [{"data": [{"text": "hi"}]}]\n}'
  const cwd = await folderWith({ 'bot/agent.json': '{"language":"en"}', 'bot/intents/hi.json': intent })
  const { code, stdout } = await scenewright(
    ['import', '--from', 'dialogflow', 'bot', '--out', 'scenarios', '--format', 'json'],
    { cwd },
  )
  expect([code, JSON.parse(stdout).scenarios]).toMatchObject([0, [{ intent: 'hi ☺😀', key: 'hi', replies: 1 }]])
})

describe('docs/import.md', () => {
  const page = readFileSync(new URL('../../../../docs/import.md', import.meta.url), 'utf8')
  const block = (name: string) =>
    new RegExp(`^\`\`\`${name}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page)?.[1] ?? `no block "${name}"`

  test('shows the result of its table', async () => {
    const cwd = await folderWith({ 'faq.csv': block('csv') })
    const { code, stdout } = await scenewright(['import', '--from', 'csv', 'faq.csv', '--out', 'scenarios'], { cwd })
    expect([code, stdout]).toEqual([0, block('text figures')])
    expect(readFileSync(join(cwd, 'scenarios/refund-status.scenario.yaml'), 'utf8')).toBe(block('yaml'))
    expect(readFileSync(join(cwd, 'scenarios/IMPORT.md'), 'utf8')).toContain(block('markdown'))
  })
})
