import { chmod, readFile, readlink, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { validate } from '@scenewright/schemas/validate/lab-report'
import { describe, expect, test } from 'vitest'
import { startEmbeddings } from '../../../workspace/test/embeddings-server.ts'
import { labFormatNames } from '../../src/commands/lab/formats/index.ts'
import { exampleBot, folderWith, scenewright } from '../run.ts'

const scenario = (title: string, examples: readonly string[]) =>
  `title: ${title}\ntrigger_description: ${title}\nexamples: ${JSON.stringify(examples)}\nflow: { nodes: { a: { text: Hi., next: done }, done: END } }\n`

/** `open` and `twin` have an example in common: left out of the one, it starts the other for certain. */
const project = {
  'scenewright.config.yaml': 'bot: { primary_language: en, scenario_clarify_enabled: false }\n',
  'scenarios/open.scenario.yaml': scenario('Opening', ['open an account please', 'when do you open']),
  'scenarios/twin.scenario.yaml': scenario('Twin', ['When do you open?', 'zebra crossing']),
  'scenarios/bare.scenario.yaml': scenario('Bare', []),
  'scenarios/off.scenario.yaml': `is_active: false\n${scenario('Off', ['when do you open'])}`,
}

describe('lab', () => {
  test('finds the pair with a common example, and prints a remedy', async () => {
    const cwd = await folderWith(project)
    const { code, stdout } = await scenewright(['lab', '--format', 'json'], { cwd })
    const report = JSON.parse(stdout)
    expect(code).toBe(0)
    expect(validate(report) || validate.errors).toBe(true)
    expect(report.scenarios.map(({ scenario }: { scenario: string }) => scenario)).toEqual(['bare', 'open', 'twin'])
    expect(report.scenarios[0].marks).toEqual(['no-examples'])
    expect(report.collisions[0]).toMatchObject({
      scenarios: ['open', 'twin'],
      advice: { kind: 'same' },
      examples: expect.arrayContaining([
        expect.objectContaining({ scenario: 'open', example: 1, rival: 'twin', rival_confidence: 100 }),
      ]),
    })
  })

  test('replays messages, each with its frequency', async () => {
    const messages = 'id,text\n1,When do you open\n2,zebra crossing\n3,zebra crossing\n4,"qqq, www"\n5,"qqq, www"\n'
    const cwd = await folderWith({ ...project, 'messages.csv': messages })
    const { stdout } = await scenewright(['lab', '--replay', 'messages.csv', '--format', 'json'], { cwd })
    const { replay } = JSON.parse(stdout)
    expect(replay).toMatchObject({ file: 'messages.csv', messages: 5, distinct: 3, started: 3, none: 2 })
    expect(replay.scenarios[0]).toEqual({ scenario: 'twin', started: 2, asked: 0, samples: ['zebra crossing'] })
    expect(replay.clusters).toMatchObject([{ messages: 2, distinct: 1, typical: 'qqq, www' }])
  })

  test('evaluates labelled messages, in each format', async () => {
    const messages = [
      'text,expected',
      'When do you open,open',
      'zebra crossing,twin',
      'zebra crossing,twin',
      '"qqq, www",twin',
      '"qqq, www",none',
      'open an account,none',
      'zebra,',
    ]
    const cwd = await folderWith({ ...project, 'messages.csv': `${messages.join('\n')}\n` })
    const lab = (...args: string[]) => scenewright(['lab', '--replay', 'messages.csv', ...args], { cwd })
    const report = JSON.parse((await lab('--format', 'json')).stdout)
    expect(validate(report) || validate.errors).toBe(true)
    expect(report.evaluation).toMatchObject({ messages: 6, unlabelled: 1, outOfScope: { messages: 2 } })
    const { right, asked, askedOther, wrong, nothing } = report.evaluation
    expect(right + asked + askedOther + wrong + nothing).toBe(4)
    expect(report.gates).toBeUndefined()
    for (const { message, confidence, lacks } of report.nearMisses) {
      expect(messages.join()).toContain(message)
      expect(confidence + lacks).toBeCloseTo(78)
    }
    expect((await lab()).stdout).toContain('4 messages that should start a scenario (1 message without a label)')
    expect((await lab('--format', 'html')).stdout).toContain('<section id="evaluation">')
  })

  test('has the same bytes if the messages are replayed in threads', async () => {
    const messages = ['When do you open,open', 'open zebra,twin', 'qqq,none', 'zebra crossing,', 'zebra crossing,']
    const cwd = await folderWith({ ...project, 'messages.csv': `text,expected\n${messages.join('\n')}\n` })
    const lab = (threadsFrom: number) =>
      scenewright(['lab', '--replay', 'messages.csv', '--format', 'json', '--tune'], { cwd, threadsFrom })
    const inThreads = await lab(1)
    expect(inThreads.code).toBe(0)
    expect(inThreads).toEqual(await lab(1000))
  })

  test('with --min-right and --max-wrong exits with 1 if too few messages start the right scenario, or too many a wrong one', async () => {
    const messages = 'text,expected\nzebra crossing,twin\nzebra crossing,open\n'
    const cwd = await folderWith({ ...project, 'messages.csv': messages })
    const lab = (...args: string[]) => scenewright(['lab', '--replay', 'messages.csv', ...args], { cwd })
    const passing = await lab('--min-right', '50', '--max-wrong', '50', '--format', 'json')
    expect(passing.code).toBe(0)
    expect(JSON.parse(passing.stdout).gates).toEqual([
      { name: 'min-right', required: 50, measured: 50, passed: true },
      { name: 'max-wrong', required: 50, measured: 50, passed: true },
    ])
    const failing = await lab('--min-right', '51', '--max-wrong', '49', '--format', 'junit')
    expect(failing.code).toBe(1)
    expect(failing.stderr).toBe(
      '50.0 % of the labelled messages start the right scenario; the minimum is 51 %\n' +
        '50.0 % of the labelled messages start a wrong scenario; the maximum is 49 %\n',
    )
    expect(failing.stdout).toContain(
      '<testsuites name="scenewright lab" tests="2" failures="2" errors="0" skipped="0">',
    )
  })

  test('a failed gate has as many decimals as show it', async () => {
    const labels = [...Array<string>(1999).fill('twin'), ...Array<string>(501).fill('open')]
    const cwd = await folderWith({
      ...project,
      'messages.csv': `text,expected\n${labels.map(label => `zebra crossing,${label}\n`).join('')}`,
    })
    const args = ['lab', '--replay', 'messages.csv', '--min-right', '80', '--max-wrong', '20']
    expect((await scenewright(args, { cwd })).stderr).toBe(
      '79.96 % of the labelled messages start the right scenario; the minimum is 80 %\n' +
        '20.04 % of the labelled messages start a wrong scenario; the maximum is 20 %\n',
    )
  })

  test('without examples, no example misses its scenario', async () => {
    const cwd = await folderWith({ 'scenarios/bare.scenario.yaml': project['scenarios/bare.scenario.yaml'] })
    expect((await scenewright(['lab', '--min-accuracy', '70'], { cwd })).code).toBe(0)
  })

  test('a label may be a former key', async () => {
    const cwd = await folderWith({
      ...project,
      'scenarios/twin.scenario.yaml': `renamed_from: zebra\n${scenario('Twin', ['zebra crossing', 'a zebra'])}`,
      'messages.csv': 'text,expected\nzebra crossing,zebra\n',
    })
    const { stdout } = await scenewright(['lab', '--replay', 'messages.csv', '--format', 'json'], { cwd })
    expect(JSON.parse(stdout).evaluation).toMatchObject({ messages: 1, right: 1 })
  })

  test('a label that is no key is a usage error that names it, its messages and a similar key', async () => {
    const messages = 'text,expected\na,twinn\nb,twinn\nc,off\nd,open\ne,None\n'
    const twin = `renamed_from: zebra\n${scenario('Twin', ['zebra crossing', 'a zebra'])}`
    const cwd = await folderWith({ ...project, 'scenarios/twin.scenario.yaml': twin, 'messages.csv': messages })
    const { code, stderr } = await scenewright(['lab', '--replay', 'messages.csv'], { cwd })
    expect(code).toBe(2)
    expect(stderr).toContain('"twinn" (2 messages; did you mean "twin"?), "off" (1 message')
    expect(stderr).toContain('"off" (1 message; its scenario is inactive), "None" (1 message; did you mean "none"?)')
    expect(stderr).not.toContain('zebra')
  })

  test('reads messages from standard input', async () => {
    const cwd = await folderWith(project)
    const { stdout } = await scenewright(['lab', '--replay', '-', '--format', 'json'], {
      cwd,
      input: 'zebra crossing\n',
    })
    expect(JSON.parse(stdout).replay).toMatchObject({ file: '-', messages: 1, started: 1 })
  })

  test.each([
    ['100', 1],
    ['0', 0],
  ])('with --min-accuracy %s exits with %i if an example misses its scenario', async (percent, code) => {
    const cwd = await folderWith(project)
    expect((await scenewright(['lab', '--min-accuracy', percent], { cwd })).code).toBe(code)
  })

  test.each([
    [['lab', '--column', 'text'], '--replay'],
    [['lab', '--min-right', '80'], '--min-right requires --replay'],
    [['lab', '--replay', 'plain.txt', '--max-wrong', '2'], '--max-wrong requires labelled messages'],
    [['lab', '--replay', 'plain.txt', '--expected-column', 'intent'], 'no columns'],
    [
      ['lab', '--replay', 'unlabelled.csv', '--expected-column', 'intent'],
      'no message in "unlabelled.csv" has a label',
    ],
    [['lab', '--replay', 'plain.txt', '--wrong-costs', '0'], 'from 1 to 1000'],
    [['lab', '--replay', 'nix.csv'], 'it does not exist'],
    [['lab', '--replay', 'empty.txt'], 'no messages'],
    [['lab', '--min-accuracy', '101'], 'from 0 to 100'],
    [['lab', '--out', 'empty.txt/lab.html'], 'cannot write'],
    [['lab', '--replay', 'plain.txt', '--out', './plain.txt'], '"./plain.txt" is the file of --replay'],
    [
      ['lab', '--replay', 'plain.txt', '--write-labels', 'new.csv', '--out', 'new.csv'],
      '"new.csv" is the file of --write-labels',
    ],
    [['lab', '--out', 'scenarios/open.scenario.yaml'], 'has the name of a source or a config'],
    [['graph', '--out', 'scenewright.config.yaml'], 'has the name of a source or a config'],
  ])('answers 2 for %j, and says why', async (args, why) => {
    const cwd = await folderWith({
      ...project,
      'empty.txt': '\n',
      'plain.txt': 'hello\n',
      'unlabelled.csv': 'text,intent\nhello,\n',
    })
    const { code, stderr } = await scenewright(args, { cwd })
    expect({ code, why: stderr.includes(why) }).toEqual({ code: 2, why: true })
    expect(await readFile(join(cwd, 'plain.txt'), 'utf8')).toBe('hello\n')
  })

  test.skipIf(process.platform === 'win32')('replaces no file of messages that another name leads to', async () => {
    const cwd = await folderWith({ ...project, 'labelled.csv': 'text,expected\nhello,none\n' })
    await symlink('labelled.csv', join(cwd, 'report.csv'))
    const { code, stderr } = await scenewright(['lab', '--replay', 'labelled.csv', '--out', 'report.csv'], { cwd })
    expect([code, stderr]).toEqual([2, expect.stringContaining('"report.csv" is the file of --replay')])
    expect(await readFile(join(cwd, 'labelled.csv'), 'utf8')).toBe('text,expected\nhello,none\n')
  })

  test.skipIf(process.platform === 'win32')(
    'writes to what a link leads to, and an existing file keeps its permissions',
    async () => {
      const cwd = await folderWith({ ...project, 'reports/old.txt': 'old\n' })
      await chmod(join(cwd, 'reports/old.txt'), 0o664)
      for (const name of ['old.txt', 'new.txt']) {
        await symlink(`reports/${name}`, join(cwd, name))
        expect((await scenewright(['lab', '--out', name], { cwd })).code).toBe(0)
        expect(await readlink(join(cwd, name))).toBe(`reports/${name}`)
      }
      const [old, created] = [join(cwd, 'reports/old.txt'), join(cwd, 'reports/new.txt')]
      expect(await readFile(old, 'utf8')).toBe(await readFile(created, 'utf8'))
      expect([(await stat(old)).mode & 0o777, (await stat(created)).mode & 0o777]).toEqual([0o664, 0o600])
    },
  )

  test('reports a first scenario, which has no rival', async () => {
    const cwd = await folderWith({ 'scenarios/a.scenario.yaml': project['scenarios/open.scenario.yaml'] })
    const { code, stdout } = await scenewright(['lab'], { cwd })
    expect({ code, said: stdout.includes('No two scenarios collide') }).toEqual({ code: 0, said: true })
  })

  test('stores nothing of the messages except in the report', async () => {
    const cwd = await folderWith({ ...project, 'messages.txt': 'my secret word is qwertzuiop\n' })
    await scenewright(['lab', '--replay', 'messages.txt', '--out', 'lab.txt'], { cwd })
    const cache = await scenewright(['lab', '--format', 'json'], { cwd })
    expect(cache.stdout).not.toContain('qwertzuiop')
    const { mode } = await stat(join(cwd, 'lab.txt'))
    expect(mode & 0o077).toBe(0)
  })
})

test('with an endpoint a second run sends only customer messages again, which are never stored', async () => {
  const { url, asked } = await startEmbeddings()
  const cwd = await folderWith({
    ...project,
    'scenewright.config.yaml': `bot: { primary_language: en }\nscorer: { type: embeddings, url: "${url}", model: small }\n`,
    'messages.txt': 'zebra crossing\nsomething of my own\n',
  })
  const lab = () => scenewright(['lab', '--replay', 'messages.txt', '--format', 'json'], { cwd })
  const first = await lab()
  expect(JSON.parse(first.stdout).replay).toMatchObject({ messages: 2 })
  const before = asked.length
  expect(await lab()).toEqual(first)
  expect(asked.slice(before).map(({ body }) => body.input)).toEqual([['something of my own']])
})

test.each(labFormatNames)('two runs on the example bot have the same bytes, as %s', async format => {
  const out = await folderWith({})
  const write = (name: string) =>
    scenewright(['lab', '--format', format, '--out', join(out, name)], { cwd: exampleBot('clinic') })
  expect([(await write('one')).code, (await write('two')).code]).toEqual([0, 0])
  expect(await readFile(join(out, 'one'), 'utf8')).toBe(await readFile(join(out, 'two'), 'utf8'))
})
