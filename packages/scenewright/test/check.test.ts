import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from '@scenewright/model'
import { validate } from '@scenewright/schemas/validate/findings'
import { describe, expect, test } from 'vitest'
import { canMakeTerminal, keys, onTerminal } from './on-terminal.ts'
import { bin, copyOf, exampleBot, exampleBots, folderWith, scenewright } from './run.ts'

const threeMistakes = `title: Refund status
trigger_description: The customer asks when a refund will arrive.
exampels:
  - Where is my refund?
min_confidence: 30
flow:
  nodes:
    wait_time:
      text: A refund takes 3 to 5 business days.
      next: contcat
    contact:
      text: Still nothing after that? Write to us.
      next: done
    done: END
`

describe('a source with three mistakes', () => {
  test('has three findings, each at its line and column', async () => {
    const cwd = await folderWith({ 'scenarios/refund.scenario.yaml': threeMistakes })
    const { code, stdout } = await scenewright(['check', '--format', 'json'], { cwd })
    const report = JSON.parse(stdout)
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true)
    expect(
      report.findings.map((finding: { rule: string; range: object; scenario: string }) => [
        finding.rule,
        finding.range,
      ]),
    ).toEqual([
      ['source/schema', { start: { line: 3, column: 1 }, end: { line: 3, column: 9 } }],
      ['source/schema', { start: { line: 5, column: 17 }, end: { line: 5, column: 19 } }],
      ['graph/unknown-target', { start: { line: 10, column: 13 }, end: { line: 10, column: 20 } }],
    ])
    expect(report.summary).toEqual({ files: 1, scenarios: 1, errors: 3, warnings: 0, infos: 0, suppressed: 0 })
    expect(code).toBe(1)
  })

  test('shows each with a code frame and a suggestion', async () => {
    const cwd = await folderWith({ 'scenarios/refund.scenario.yaml': threeMistakes })
    const { code, stdout, stderr } = await scenewright(['check'], { cwd })
    expect(stdout).toMatchSnapshot()
    expect(stderr).toBe(
      'Why a rule matters and how to fix it: scenewright explain source/schema\n3 errors in 1 file (1 scenario)\n',
    )
    expect(code).toBe(1)
  })
})

test.each(['check', 'compile', 'fmt --check', 'test', 'score hello', 'diff scenarios other'])(
  '%s never shows a file outside the project that a source links to',
  async call => {
    const cwd = await folderWith({ 'scenarios/refund.scenario.yaml': threeMistakes, 'other/a.scenario.yaml': '' })
    const outside = await folderWith({ 'private.txt': 'swordfish: 1\nmore\n' })
    for (const name of ['z.scenario.yaml', 'z.test.yaml']) {
      symlinkSync(join(outside, 'private.txt'), join(cwd, 'scenarios', name))
    }
    const { code, stdout, stderr } = await scenewright(call.split(' '), { cwd })
    expect(code).toBeGreaterThan(0)
    expect(stdout + stderr).toContain('is a link to a place outside the project')
    expect(stdout + stderr).not.toContain('swordfish')
  },
)

/** Each mistake at the line that is told with it. */
const tenMistakes: readonly (readonly [rule: string, line: string])[] = [
  ['', 'title: Refund status'],
  ['', 'trigger_description: The customer asks when a refund will arrive.'],
  ['source/schema', 'priorty: 5'],
  ['source/schema', 'min_confidence: 20'],
  ['', 'examples:'],
  ['', '  - Where is my refund?'],
  ['trigger/duplicate-example', '  - where is my REFUND'],
  ['', '  - When do I get my money back'],
  ['', '  - The refund has not come yet'],
  ['', 'flow:'],
  ['', '  nodes:'],
  ['', '    wait_time:'],
  ['source/placeholder', '      text: A refund takes {{days}} days.'],
  ['graph/unknown-target', '      next: contcat'],
  ['', '    contact:'],
  ['text/personal-data', '      text: Call Anna at +49 30 901820.'],
  ['', '      next: sorry'],
  ['', '    sorry:'],
  ['text/empty', "      text: ' '"],
  ['', '      next: thanks'],
  ['', '    thanks:'],
  ['text/secret', '      text: The key is AKIAJ2QX7Z3M5N8P4R6T.'],
  ['', '      next: bye'],
  ['', '    bye:'],
  ['text/invisible', '      text: Good\u200bbye'],
  ['', '      next: done'],
  ['', '    done:'],
  ['', '      type: END'],
  ['graph/edge-after-end', '      next: bye'],
]

test('a scenario with ten different mistakes has ten findings, and each has a remedy', async () => {
  const source = tenMistakes.map(([, line]) => `${line}\n`).join('')
  const cwd = await folderWith({ 'scenarios/refund.scenario.yaml': source })
  const { stdout } = await scenewright(['check', '--format', 'json'], { cwd })
  const { findings }: { findings: readonly Finding[] } = JSON.parse(stdout)
  const expected = tenMistakes.flatMap(([rule], index) => (rule === '' ? [] : [`${index + 1} ${rule}`]))
  expect(expected).toHaveLength(10)
  expect(findings.map(({ rule, range }) => `${range.start.line} ${rule}`)).toEqual(expected)
  const silent = findings.filter(({ help, message }) => help === undefined && !/\d+ to \d+/.test(message))
  expect(silent).toEqual([])
})

test('a reader that closes standard error does not change the result', async () => {
  const cwd = await copyOf('shop')
  const child = spawn(bin, ['check'], { cwd, env: { HOME: cwd, PATH: process.env.PATH } })
  child.stderr.destroy()
  child.stdout.resume()
  expect(await once(child, 'close')).toEqual([0, null])
})

test.skipIf(!canMakeTerminal)('Ctrl-C ends a check while it compares triggers', async () => {
  const names = Array.from({ length: 1500 }, (_, index) => `scenarios/${index}.scenario.yaml`)
  const cwd = await folderWith(Object.fromEntries(names.map((name, index) => [name, nearCopy(index)])))
  const { code, left, screen } = await onTerminal(['check', '--no-cache'], { cwd }, [
    ['comparing triggers', keys.interrupt],
  ])
  expect(left).toEqual([])
  expect([130, 254]).toContain(code)
  // The report of a check that goes on to its end.
  expect(screen).not.toContain('trigger/')
})

/** A scenario whose examples hundreds of others have as well, so that every one of them is a rival. */
function nearCopy(index: number): string {
  const examples = [
    `where is my refund ${index % 7}`,
    `give me the money ${index % 5} back`,
    `refund ${index % 3} is late`,
  ]
  const list = examples.map(example => `  - ${example}\n`).join('')
  return `title: Copy\ntrigger_description: A copy.\nexamples:\n${list}flow: { nodes: { a: { text: Hi, next: e }, e: END } }\n`
}

describe('check', () => {
  test.each(exampleBots)('has no findings in the %s', async name => {
    const { code, stdout } = await scenewright(['check', '--fail-on', 'warning'], { cwd: exampleBot(name) })
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  })

  test('answers 1, not 2, for a source that does not parse', async () => {
    const cwd = await folderWith({ 'scenarios/a.scenario.yaml': 'title: "open\n' })
    const { code, stdout } = await scenewright(['check', '--format', 'json'], { cwd })
    expect(code).toBe(1)
    expect(JSON.parse(stdout).findings[0]).toMatchObject({ rule: 'source/syntax', scenario: 'a' })
  })

  test('prints no color into a pipe, and color if forced', async () => {
    const cwd = await folderWith({ 'scenarios/refund.scenario.yaml': threeMistakes })
    const colored = '\u001b['
    expect((await scenewright(['check'], { cwd })).stdout).not.toContain(colored)
    expect((await scenewright(['check'], { cwd, env: { FORCE_COLOR: '1' } })).stdout).toContain(colored)
    expect((await scenewright(['check'], { cwd, env: { FORCE_COLOR: '1', NO_COLOR: '1' } })).stdout).not.toContain(
      colored,
    )
    expect((await scenewright(['check', '--no-color'], { cwd, env: { FORCE_COLOR: '1' } })).stdout).not.toContain(
      colored,
    )
  })

  test('cannot work on a folder without scenarios, and says how to begin', async () => {
    const { code, stdout, stderr } = await scenewright(['check'], { cwd: await folderWith({}) })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('scenewright init')
  })

  test.each([
    [['chekc'], 'check'],
    [['check', '--fromat', 'json'], '--format'],
    [['check', '--format', 'jsn'], 'json'],
    [['explain', 'graph/trop'], 'graph/trap'],
    [['score'], 'score "'],
    [['check', 'no/such/folder'], 'no/such/folder'],
  ])('%j is a usage error with a suggestion', async (args, hint) => {
    const { code, stderr } = await scenewright(args, { cwd: exampleBot('shop') })
    expect(code).toBe(2)
    expect(stderr).toContain(hint)
    expect(stderr).not.toMatch(/\n\s+at /)
  })

  test('a config with a mistake is an error at its place', async () => {
    const cwd = await folderWith({
      'scenewright.config.yaml': 'rules:\n  graph/trap: of\n',
      'scenarios/a.scenario.yaml': threeMistakes,
    })
    const { code, stderr } = await scenewright(['check'], { cwd })
    expect(code).toBe(2)
    expect(stderr).toContain('scenewright.config.yaml:2:15')
  })

  test('a rule that is disabled in the config has no findings', async () => {
    const cwd = await folderWith({
      'scenewright.config.yaml': 'rules:\n  "graph/*": off\n',
      'scenarios/refund.scenario.yaml': threeMistakes,
    })
    const { stdout } = await scenewright(['check', '--format', 'json'], { cwd })
    expect(JSON.parse(stdout).summary.errors).toBe(2)
  })
})

describe('an absolute path', () => {
  async function linkedShop() {
    const project = await copyOf('shop')
    const link = join(await folderWith({}), 'link')
    symlinkSync(project, link)
    return { project, link, config: ['--config', join(link, 'scenewright.config.yaml')] }
  }

  test.each([
    ['check', 'scenarios/account'],
    ['fmt --check', 'scenarios/account'],
    ['fmt --check --format json', 'scenewright.config.yaml'],
    ['test', 'scenarios/account/delete.scenario.yaml'],
  ])('of %s may lead through a link to the project, or past it: %s', async (command, name) => {
    const { project, link, config } = await linkedShop()
    const run = (...args: string[]) => scenewright([...command.split(' '), ...args], { cwd: link })
    const expected = await run(name)
    for (const args of [[join(link, name)], [join(link, name), ...config], [join(project, name), ...config]]) {
      expect(await run(...args)).toEqual(expected)
    }
  })

  test('of new tests may do so too', async () => {
    const { link } = await linkedShop()
    const out = join(link, 'scenarios/new.test.yaml')
    const { code, stderr } = await scenewright(['test', '--generate', '--all', '--out', out], { cwd: link })
    expect(code).toBe(0)
    expect(stderr).not.toContain('not below a sources folder')
  })
})

describe('many findings', () => {
  /** A warning for each example that occurs twice, and an error at the end. */
  const manyFindings = (number: number) =>
    [
      'title: Many',
      'trigger_description: Many duplicates.',
      'examples:',
      ...Array.from({ length: number }, (_none, at) => [`  - message number ${at}`, `  - message number ${at}`]).flat(),
      'flow: { nodes: { a: { text: Hi., next: dnoe }, done: END } }',
      '',
    ].join('\n')

  test('begin with a table by rule, and the most severe ones are shown', async () => {
    const cwd = await folderWith({ 'scenarios/many.scenario.yaml': manyFindings(60) })
    const { stdout } = await scenewright(['check'], { cwd })
    const [first, second] = stdout.split('\n')
    expect(first).toMatch(/^ +1 {2}error {4}graph\/unknown-target$/)
    expect(second).toMatch(/^ +60 {2}warning {2}trigger\/duplicate-example$/)
    expect(stdout.match(/^scenarios\/many/gm)).toHaveLength(50)
    expect(stdout).toContain('error  graph/unknown-target\n')
    expect(stdout).toMatch(/\n\d+ less severe findings not shown: scenewright check --all\n$/)
    const all = await scenewright(['check', '--all'], { cwd })
    expect(all.stdout.match(/^scenarios\/many/gm)?.length).toBeGreaterThanOrEqual(61)
    expect(all.stdout).not.toContain('not shown')
  })

  test('of few, there is no table', async () => {
    const cwd = await folderWith({ 'scenarios/many.scenario.yaml': manyFindings(2) })
    expect((await scenewright(['check'], { cwd })).stdout).toMatch(/^scenarios\/many/)
  })
})

describe('check --rule', () => {
  const faulty = threeMistakes.replace('text: Still', 'text: "St\\u200Bill').replace('Write to us.', 'Write to us."')
  const rulesIn = (stdout: string) => JSON.parse(stdout).findings.map(({ rule }: { rule: string }) => rule)

  test('reports only the findings of a rule or of a group, and fails only for those', async () => {
    const cwd = await folderWith({ 'scenarios/refund.scenario.yaml': faulty })
    const check = (...args: string[]) => scenewright(['check', '--format', 'json', ...args], { cwd })
    const graph = await check('--rule', 'graph')
    expect([graph.code, rulesIn(graph.stdout)]).toEqual([1, ['graph/unknown-target']])
    expect(JSON.parse(graph.stdout).summary).toMatchObject({ errors: 1, warnings: 0 })
    const two = await check('--rule', 'graph/unknown-target', '--rule', 'text/*')
    expect(rulesIn(two.stdout)).toEqual(['graph/unknown-target', 'text/invisible'])
    const none = await check('--rule', 'text/secret')
    expect([none.code, rulesIn(none.stdout)]).toEqual([0, []])
  })

  test('with --fix, fixes only those', async () => {
    const cwd = await folderWith({ 'scenarios/refund.scenario.yaml': faulty })
    const { stderr } = await scenewright(['check', '--fix', '--rule', 'text/invisible'], { cwd })
    expect(stderr).toContain('1 finding fixed in 1 file\n')
    const text = readFileSync(join(cwd, 'scenarios/refund.scenario.yaml'), 'utf8')
    expect(text).toBe(faulty.replace('\\u200B', ''))
  })

  test.each([
    [['--rule', 'graph/unknwn-target'], 'did you mean "graph/unknown-target"?'],
    [['--rule', 'graph', '--write-baseline'], 'contains the findings of all rules'],
  ])('answers 2 for %j', async (args, help) => {
    const cwd = await folderWith({ 'scenarios/refund.scenario.yaml': faulty })
    const { code, stderr } = await scenewright(['check', ...args], { cwd })
    expect({ code, help: stderr.includes(help) }).toEqual({ code: 2, help: true })
  })
})
