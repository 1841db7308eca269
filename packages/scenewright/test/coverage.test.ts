import { existsSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { validate } from '@scenewright/schemas/validate/test-report'
import { describe, expect, test } from 'vitest'
import { copyOf, exampleBots, folderWith, scenewright } from './run.ts'

const files = {
  'scenewright.config.yaml': 'bot: { primary_language: en, scenario_clarify_enabled: false }\n',
  'scenarios/refund.scenario.yaml': `title: Refund status
trigger_description: The customer asks when a refund will arrive.
examples: [where is my refund]
exclusions: [tell me about my order]
flow:
  nodes:
    wait_time: { text: A refund takes 3 to 5 business days., next: done }
    done: END
    island: { text: Nobody comes here., next: done }
`,
  'scenarios/order.scenario.yaml': `title: Order status
trigger_description: The customer asks about an order.
examples: [tell me about my order]
flow:
  nodes:
    hello:
      text: Gladly.
      next: number
    number: { type: ASK, question: Which number?, next: done }
    done: END
`,
  'scenarios/off.scenario.yaml': `title: Nothing yet
trigger_description: The customer asks for what is not there yet.
examples: [never mind this]
is_active: false
flow: { nodes: { done: END } }
`,
}
const passing = 'triggers:\n  - starts: refund\n    messages: [where is my refund]\n'
const failing =
  'conversations:\n  - name: wrong\n    turns:\n      - { user: tell me about my order, expect: { ends: true } }\n'

const project = (tests: Readonly<Record<string, string>>) => folderWith({ ...files, ...tests })

async function coverageOf(cwd: string) {
  const { code, stdout } = await scenewright(['test', '--coverage', '--format', 'json'], { cwd })
  const report = JSON.parse(stdout)
  validate(report)
  expect(validate.errors ?? []).toEqual([])
  return { code, coverage: report.coverage }
}

describe('test --coverage', () => {
  test('counts what passing tests reach, of what can be simulated', async () => {
    const { code, coverage } = await coverageOf(await project({ 'scenarios/a.test.yaml': passing }))
    expect(code).toBe(0)
    expect(coverage).toMatchObject({
      nodes: { covered: 2, total: 4 },
      edges: { covered: 1, total: 2 },
      scenarios: { covered: 1, total: 2 },
      not_simulable: { nodes: 2, edges: 2 },
      inactive: ['off'],
    })
    const [order, refund] = coverage.by_scenario
    expect(order).toEqual({
      scenario: 'order',
      file: 'scenarios/order.scenario.yaml',
      covered: false,
      nodes: {
        covered: 0,
        total: 2,
        hit: [],
        missed: [
          { id: 'hello', line: 6 },
          { id: 'number', line: 9 },
        ],
        not_simulable: ['done'],
      },
      edges: {
        covered: 0,
        total: 1,
        hit: [],
        missed: [{ id: 'hello--number', line: 8 }],
        not_simulable: ['number--done'],
      },
      outcomes: { won: 0, lost: 0, none: 0 },
    })
    expect(refund).toMatchObject({
      covered: true,
      nodes: { hit: ['wait_time', 'done'] },
      outcomes: { won: 1, excluded: 0 },
    })
  })

  test('does not count what only failing tests reach, and says so', async () => {
    const cwd = await project({ 'scenarios/a.test.yaml': passing, 'scenarios/b.test.yaml': failing })
    const { code, coverage } = await coverageOf(cwd)
    expect([code, coverage.scenarios, coverage.by_scenario[0].only_failing]).toEqual([
      1,
      { covered: 1, total: 2 },
      true,
    ])
    expect(coverage.by_scenario[0].nodes.missed[0]).toEqual({ id: 'hello', line: 6, only_failing: true })
    const { stdout } = await scenewright(['test', '--coverage'], { cwd })
    expect(stdout).toMatch(/order\.scenario\.yaml:6 .*"order".*only failing/)
  })

  test('prints a table, the missing parts with their places, and the totals', async () => {
    const { stdout } = await scenewright(['test', '--coverage'], {
      cwd: await project({ 'scenarios/a.test.yaml': passing }),
    })
    expect(stdout.slice(stdout.indexOf('scenario '))).toMatchInlineSnapshot(`
      "scenario  nodes   edges   not simulable  messages
      order     0 of 2  0 of 1  2
      refund    2 of 2  1 of 1  2              1 won

      not covered
        scenarios/order.scenario.yaml:6  no passing test starts "order"

      nodes       50.0 %  2 of 4
      edges       50.0 %  1 of 2
      scenarios   50.0 %  1 of 2
      2 nodes and 2 edges that no simulation reaches are not included in totals
      inactive, and not included in totals: off
      "
    `)
  })

  test('does not change the JUnit report, and prints a note', async () => {
    const cwd = await project({ 'scenarios/a.test.yaml': passing })
    const { stdout, stderr } = await scenewright(['test', '--coverage', '--format', 'junit'], { cwd })
    expect(stdout).toMatch(/^<\?xml[\s\S]*<\/testsuites>\n$/)
    expect(stderr).toContain('2 of 4')
  })

  test.each([
    ['50', 0],
    ['51', 1],
    ['100', 1],
    ['0', 0],
    ['101', 2],
    ['half', 2],
  ])('--min %s exits with %i', async (least, code) => {
    const cwd = await project({ 'scenarios/a.test.yaml': passing })
    const outcome = await scenewright(['test', '--min', least], { cwd })
    expect(outcome.code).toBe(code)
    if (code === 1) expect(outcome.stderr).toMatch(/nodes is 50\.0 %.*\n.*edges is 50\.0 %.*\n.*scenarios is 50\.0 %/)
  })

  test('writes a tracefile with the lines of the sources', async () => {
    const cwd = await project({ 'scenarios/a.test.yaml': passing })
    const { code } = await scenewright(['test', '--lcov', 'out/coverage.info'], { cwd })
    expect(code).toBe(0)
    const [order, refund] = readFileSync(join(cwd, 'out/coverage.info'), 'utf8').split('end_of_record\n')
    expect(order?.split('\n')).toEqual([
      'TN:',
      'SF:scenarios/order.scenario.yaml',
      'FN:6,order',
      'FNDA:0,order',
      'FNF:1',
      'FNH:0',
      'BRDA:8,0,0,0',
      'BRF:1',
      'BRH:0',
      'DA:6,0',
      'DA:8,0',
      'DA:9,0',
      'LF:3',
      'LH:0',
      '',
    ])
    expect(refund).toContain('DA:7,1\nDA:8,1\nLF:2\nLH:2\n')
  })

  test('all of an example bot can be covered', async () => {
    const { coverage } = await coverageOf(await copyOf('shop'))
    for (const { covered, total } of [coverage.nodes, coverage.edges, coverage.scenarios]) expect(covered).toBe(total)
    expect(coverage.scenarios.total).toBeGreaterThan(15)
  })
})

describe('test --generate', () => {
  test.each(exampleBots)(
    'writes tests that pass, cover all, and are in their form: %s',
    async name => {
      const cwd = await copyOf(name)
      await rmTests(cwd)
      const { code, stdout } = await scenewright(['test', '--generate'], { cwd })
      expect(code).toBe(0)
      await writeFile(join(cwd, 'scenarios/generated.test.yaml'), stdout)
      expect((await scenewright(['test', '--min', '100'], { cwd })).code).toBe(0)
      expect((await scenewright(['fmt', '--check'], { cwd })).code).toBe(0)
      const again = await scenewright(['test', '--generate'], { cwd })
      expect([again.code, again.stdout]).toEqual([0, ''])
      expect((await scenewright(['test', '--generate', '--all'], { cwd })).stdout).toBe(stdout)
    },
    20_000,
  )

  test('adds only what passing tests do not cover', async () => {
    const cwd = await project({ 'scenarios/a.test.yaml': passing, 'scenarios/b.test.yaml': failing })
    const { code, stdout, stderr } = await scenewright(['test', '--generate'], { cwd })
    expect(code).toBe(0)
    expect(stdout).toBe(`# Written by scenewright test --generate: what the bot answers now.

conversations:
  - name: starts order
    turns:
      - user: tell me about my order
        expect:
          starts: order
          walk: [hello, number]
          replies:
            - Gladly.
          ends: false
`)
    expect(stderr).toContain('1 test failed')
  })

  test('is limited to the named scenarios, if any', async () => {
    for (const path of ['order', 'scenarios/order.scenario.yaml']) {
      const { stdout } = await scenewright(['test', '--generate', path], { cwd: await project({}) })
      expect(stdout.match(/name: .*/g)).toEqual(['name: starts order'])
    }
  })

  test('names scenarios that nothing starts', async () => {
    const twin = files['scenarios/order.scenario.yaml'].replace('title: Order status', 'title: tell me about my order')
    const cwd = await project({
      'scenarios/zebra.scenario.yaml': twin.replace(/(trigger_description: ).*/, '$1tell me about my order'),
    })
    const { code, stderr } = await scenewright(['test', '--generate'], { cwd })
    expect([code, stderr.split('\n')[0]]).toEqual([
      0,
      'no test for "zebra": none of its examples starts it; "tell me about my order" starts "order"',
    ])
  })

  test('never replaces a file without permission', async () => {
    const cwd = await project({})
    const args = ['test', '--generate', '--all', '--out', 'scenarios/new/a.test.yaml']
    expect((await scenewright(args, { cwd })).code).toBe(0)
    const written = readFileSync(join(cwd, 'scenarios/new/a.test.yaml'), 'utf8')
    await writeFile(join(cwd, 'scenarios/new/a.test.yaml'), passing)
    expect((await scenewright(args, { cwd })).code).toBe(2)
    expect(readFileSync(join(cwd, 'scenarios/new/a.test.yaml'), 'utf8')).toBe(passing)
    expect((await scenewright([...args, '--force'], { cwd })).code).toBe(0)
    expect(readFileSync(join(cwd, 'scenarios/new/a.test.yaml'), 'utf8')).toBe(written)
  })

  test('says if the file is outside the sources', async () => {
    const cwd = await project({})
    const told = async (out: string) =>
      (await scenewright(['test', '--generate', '--all', '--out', out], { cwd })).stderr.split('\n').slice(-2)
    expect(await told('scenarios/a.test.yaml')).toEqual([
      expect.stringContaining('written to scenarios/a.test.yaml'),
      '',
    ])
    expect(await told('b.test.yaml')).toEqual([expect.stringMatching(/^warning: the file is not below a sources/), ''])
  })

  test.each([
    [['--generate', '--out', 'scenarios/a.yaml']],
    [['--generate', '--force']],
    [['--generate', '--format', 'json']],
    [['--generate', '--min', '5']],
    [['--generate', 'scenarios/nowhere']],
    [['--out', 'scenarios/a.test.yaml']],
    [['--all']],
  ])('rejects %j, and writes nothing', async args => {
    const cwd = await project({ 'scenarios/b.test.yaml': passing })
    const { code, stdout } = await scenewright(['test', ...args], { cwd })
    expect([code, stdout, existsSync(join(cwd, 'scenarios/a.yaml'))]).toEqual([2, '', false])
  })
})

async function rmTests(cwd: string): Promise<void> {
  const { stdout } = await scenewright(['test', '--format', 'json'], { cwd })
  const tests: readonly { readonly file: string }[] = JSON.parse(stdout).tests
  await Promise.all([...new Set(tests.map(({ file }) => file))].map(file => rm(join(cwd, file))))
}
