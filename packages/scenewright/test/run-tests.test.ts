import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, onTestFinished, test } from 'vitest'
import { bin, folderWith, scenewright } from './run.ts'

const refund = `title: Refund status
trigger_description: The customer asks when a refund will arrive.
examples: [Where is my refund?, When do I get my money back?, how long does a refund take]
flow:
  nodes:
    wait_time: { text: A refund takes 3 to 5 business days., next: done }
    done: END
`
const hours = `title: Opening hours
trigger_description: The customer asks when the shop is open.
examples: [When do you open?, what are your opening hours, are you open on sundays]
flow:
  nodes:
    hours: { text: We open at 9., next: done }
    done: END
`
const refundTests = `conversations:
  - name: asks for the money
    tags: [smoke]
    turns:
      - user: Where is my refund?
        expect: { starts: billing/refund, replies: [{ contains: business days }], ends: true }
triggers:
  - starts: billing/refund
    messages: [When do I get my money back]
  - starts: hours
    messages:
      - When do you open
`
const failing = `conversations:
  - name: asks for the money <&> "more"
    turns:
      - user: Where is my refund?
        expect:
          replies: [A refund takes 3 to 6 business days.]
`
const typescript = `import { tests } from 'scenewright'
const key = 'hours'
export default tests({
  conversations: [{ name: 'asks when', turns: [{ user: 'When do you open?', expect: { starts: key, ends: false } }] }],
  triggers: [{ starts: key, tags: ['slow'], messages: ['what are your opening hours'] }],
})
`

const sources = { 'scenarios/billing/refund.scenario.yaml': refund, 'scenarios/hours.scenario.yaml': hours }
const project = (files: Readonly<Record<string, string>> = {}) => folderWith({ ...sources, ...files })
const passing = () => project({ 'scenarios/billing/refund.test.yaml': refundTests })
const both = () => project({ 'scenarios/billing/refund.test.yaml': refundTests, 'scenarios/when.test.ts': typescript })

async function run(cwd: string, ...args: readonly string[]) {
  const { code, stdout } = await scenewright(['test', '--format', 'json', ...args], { cwd })
  return { code, ...JSON.parse(stdout) }
}

const namesIn = (tests: readonly { readonly name: string }[]) => tests.map(({ name }) => name)

describe('scenewright test', () => {
  test('exits with 0 and a short output if all pass', async () => {
    const cwd = await passing()
    expect(await scenewright(['test'], { cwd })).toEqual({
      code: 0,
      stdout: 'scenarios/billing/refund.test.yaml  3 passed\n\n3 passed, 0 failed\n',
      stderr: '',
    })
    expect((await scenewright(['test'], { cwd })).stdout).toContain('3 passed')
  })

  test('exits with 1 if one fails, with its place, and the expectation', async () => {
    const cwd = await project({ 'scenarios/a.test.yaml': failing })
    const { code, summary, tests } = await run(cwd)
    expect([code, summary]).toEqual([1, { passed: 0, failed: 1 }])
    expect(tests).toMatchObject([
      { name: 'asks for the money <&> "more"', file: 'scenarios/a.test.yaml', line: 2, status: 'failed' },
    ])
    expect(tests[0].failures).toMatchObject([{ line: 6, turn: 0, about: 'replies' }])
    const { stdout } = await scenewright(['test'], { cwd })
    expect(stdout).toContain('turn 1, scenarios/a.test.yaml:6')
    const lines = stdout.split('\n')
    const mark = lines.find(line => line.includes('^'))?.indexOf('^') ?? 0
    expect(lines.find(line => line.includes('expected'))?.slice(mark, mark + 1)).toBe('6')
    expect(lines.find(line => line.includes('actual'))?.slice(mark, mark + 1)).toBe('5')
  })

  test('prints valid JUnit, with the failures', async () => {
    const cwd = await project({ 'scenarios/a.test.yaml': failing, 'scenarios/b.test.yaml': refundTests })
    const { code, stdout } = await scenewright(['test', '--format', 'junit'], { cwd })
    expect([code, XMLValidator.validate(stdout)]).toEqual([1, true])
    const { testsuites } = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(stdout)
    expect(testsuites).toMatchObject({ tests: '4', failures: '1' })
    expect(testsuites.testsuite[0].testcase.name).toBe('asks for the money <&> "more"')
    expect(testsuites.testsuite[0].testcase.failure.type).toBe('replies')
    expect(namesIn(testsuites.testsuite[1].testcase)).toEqual([
      'asks for the money',
      'When do I get my money back',
      'When do you open',
    ])
  })

  test('runs tests in TypeScript, and ignores other unit tests', async () => {
    const unit = "import { test } from 'vitest'\nimport { reply } from 'scenewright'\ntest('x', () => {})\n"
    const cwd = await project({ 'scenarios/when.test.ts': typescript, 'scenarios/shared/wording.test.ts': unit })
    const { code, tests } = await run(cwd)
    expect(code).toBe(1)
    expect(tests).toMatchObject([
      { name: 'asks when', line: 4, status: 'failed', failures: [{ line: 4, about: 'ends' }] },
      { name: 'what are your opening hours', line: 5, status: 'passed', tags: ['slow'] },
    ])
    expect((await scenewright(['check'], { cwd })).code).toBe(0)
  })

  test.each<[readonly string[], readonly string[]]>([
    [['--tag', 'smoke'], ['asks for the money']],
    [
      ['--tag', 'smoke', '--tag', 'slow'],
      ['asks for the money', 'what are your opening hours'],
    ],
    [['--skip-tag', 'smoke', '--skip-tag', 'slow', '--name', 'MONEY'], ['When do I get my money back']],
    [
      ['--name', 'asks'],
      ['asks for the money', 'asks when'],
    ],
    [['--name', 'where is my REFUND'], ['asks for the money']],
    [['scenarios/when.test.ts'], ['asks when', 'what are your opening hours']],
    [
      ['scenarios/billing', '--skip-tag', 'smoke'],
      ['When do I get my money back', 'When do you open'],
    ],
    [['scenarios/hours.scenario.yaml'], ['When do you open', 'asks when', 'what are your opening hours']],
    [['billing/refund', '--name', 'open'], ['When do you open']],
  ])('%j chooses', async (args, names) => {
    expect(namesIn((await run(await both(), ...args)).tests)).toEqual(names)
  })

  test.each<[string, Readonly<Record<string, string>>, readonly string[], string]>([
    ['no tests', {}, [], 'no conversation tests'],
    ['files without a test', { 'scenarios/a.test.yaml': 'triggers: []\n' }, [], 'contain no tests'],
    ['an unknown tag', { 'scenarios/a.test.yaml': refundTests }, ['--tag', 'nope'], 'none of 3 tests'],
    ['a folder without tests', { 'scenarios/a.test.yaml': failing }, ['scenarios/billing'], 'no conversation tests in'],
    ['an unknown path', { 'scenarios/a.test.yaml': failing }, ['scenarios/nope'], 'is neither an existing path'],
    ['a file that is not YAML', { 'scenarios/a.test.yaml': 'triggers: [\n' }, [], 'source/syntax'],
    ['a misspelled field', { 'scenarios/a.test.yaml': failing.replace('user', 'usr') }, [], 'source/schema'],
    [
      'an invalid pattern',
      { 'scenarios/a.test.yaml': failing.replace('[A r', '[matches: "(", A r') },
      [],
      'source/schema',
    ],
    ['a broken scenario', { 'scenarios/b.scenario.yaml': 'title: [\n' }, [], 'source/syntax'],
    [
      'tests in TypeScript that export none',
      { 'scenarios/a.test.ts': "import { tests } from 'scenewright'\n" },
      [],
      'tests',
    ],
  ])('exits with 2 for %s, with a remedy', async (_what, files, args, said) => {
    const { code, stdout, stderr } = await scenewright(['test', ...args], { cwd: await project(files) })
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(said)
    expect(stderr).toContain('help: ')
  })

  test('accepts messages of any size and any names', async () => {
    const long = 'x'.repeat(100_000)
    const tests = `triggers:\n  - starts: __proto__\n    messages: ["", "   ", "constructor", "${long}", "\\u202e\\u0007"]\n`
    const cwd = await project({ 'scenarios/__proto__.scenario.yaml': hours, 'scenarios/a.test.yaml': tests })
    const { stdout } = await scenewright(['test'], { cwd })
    expect(stdout).toContain('0 passed, 5 failed')
    expect(stdout.length).toBeLessThan(10_000)
    for (const hidden of ['\u0007', '\u202e']) expect(stdout).not.toContain(hidden)
    expect(XMLValidator.validate((await scenewright(['test', '--format', 'junit'], { cwd })).stdout)).toBe(true)
  })

  test.each(['text', 'junit'])('shortens long names and texts between characters: %s', async format => {
    const smile = '\u{1f600}'
    const cwd = await project({
      'scenarios/hours.scenario.yaml': hours,
      'scenarios/a.test.yaml': `conversations:
  - name: ${'a'.repeat(199)}${smile}${smile}${smile}
    turns: [{ user: ${smile.repeat(300)}, expect: { starts: hours, replies: [${smile.repeat(300)}] } }]
  - name: b
    turns: [{ user: ${'ab'.repeat(99)}a${smile.repeat(300)}, expect: { starts: none, replies: [x${smile.repeat(300)}] } }]
`,
    })
    const { stdout } = await scenewright(['test', '--format', format], { cwd })
    expect(stdout).toContain(`${smile}... (`)
    expect(stdout).not.toContain('\ufffd')
    expect(stdout.isWellFormed()).toBe(true)
  })
})

/** A run that goes on, and what it has said so far. */
function watching(cwd: string) {
  const child = spawn(bin, ['test', '--watch'], { cwd, env: { PATH: process.env.PATH, HOME: cwd } })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', data => (said += data))
  const ended = new Promise<number | null>(resolve => child.once('close', code => resolve(code)))
  const until = async (text: string) => {
    while (!said.includes(text)) await new Promise(resolve => setTimeout(resolve, 20))
    const before = said
    said = ''
    return before
  }
  /** What the next run says that has this text: one between may have seen a file that is half written. */
  const runWith = async (text: string) => {
    for (;;) {
      const run = await until('waiting for changes')
      if (run.includes(text)) return run
    }
  }
  return { child, ended, until, runWith }
}

describe('scenewright test --watch', () => {
  test('runs again after a change, reports a broken source, and ends with the last code', async () => {
    const cwd = await passing()
    const file = join(cwd, 'scenarios/billing/refund.test.yaml')
    const sound = readFileSync(file, 'utf8')
    const { child, ended, runWith } = watching(cwd)
    await runWith('3 passed, 0 failed')
    await writeFile(file, sound.replace('business days', 'weeks'))
    expect(await runWith('2 passed, 1 failed')).toContain('changed: scenarios/billing/refund.test.yaml')
    await writeFile(join(cwd, 'scenarios/hours.scenario.yaml'), 'title: [\n')
    await runWith('source/syntax')
    await writeFile(join(cwd, 'scenarios/hours.scenario.yaml'), hours)
    await runWith('2 passed, 1 failed')
    child.stdin.write('\n')
    await runWith('2 passed, 1 failed')
    child.stdin.write('q\n')
    expect(await ended).toBe(1)
  })

  test('ends by Ctrl-C as every command does', async () => {
    const { child, ended, until } = watching(await passing())
    await until('waiting for changes')
    child.kill('SIGINT')
    expect(await ended).toBe(130)
  })
})
