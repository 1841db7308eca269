import { chmodSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith, scenewright } from './run.ts'

const source = (title: string, lists: string) => `# the team of ${title}
title: ${title}
trigger_description: The customer asks about ${title}.
${lists}flow: { nodes: { answer: { text: Gladly., next: done }, done: END } }
`

const refund = source('Refund', 'examples:\n  - money back # from the phone\n  # more to come\n')
const hours = source('Hours', 'examples: [when do you open]\nexclusions: [opening a bank account]\n')

const project = () =>
  folderWith({ 'scenarios/billing/refund.scenario.yaml': refund, 'scenarios/hours.scenario.yaml': hours })

const read = (cwd: string, name: string) => readFileSync(join(cwd, `scenarios/${name}.scenario.yaml`), 'utf8')

test('examples are added by a minimal edit, and the output has their places', async () => {
  const cwd = await project()
  const { code, stdout, stderr } = await scenewright(['example', 'add', 'billing/refund', 'refund me', 'cash: now?'], {
    cwd,
  })
  expect([code, stderr]).toEqual([0, '2 examples added to billing/refund\n'])
  expect(stdout).toBe(
    'scenarios/billing/refund.scenario.yaml:6  refund me\nscenarios/billing/refund.scenario.yaml:7  cash: now?\n',
  )
  expect(read(cwd, 'billing/refund')).toBe(refund.replace('phone\n', 'phone\n  - refund me\n  - "cash: now?"\n'))
  expect((await scenewright(['score', 'refund me', '--format', 'json'], { cwd })).stdout).toContain('"confidence": 100')
})

test('an exclusion is added, also where there was none; JSON has its place', async () => {
  const cwd = await project()
  const args = ['example', 'add', 'billing/refund', 'what is a refund', '--exclusion', '--format', 'json']
  const { code, stdout } = await scenewright(args, { cwd })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({
    version: 1,
    key: 'billing/refund',
    field: 'exclusions',
    added: [{ text: 'what is a refund', file: 'scenarios/billing/refund.scenario.yaml', line: 8 }],
    present: [],
  })
  expect(read(cwd, 'billing/refund')).toContain('  # more to come\nexclusions:\n  - what is a refund\n')
})

test('a text that is present is reported with its place, and not added', async () => {
  const cwd = await project()
  const args = ['example', 'add', 'billing/refund', 'When do you open?', 'Money back!', 'new one', 'New one?']
  const { code, stdout } = await scenewright([...args, '--format', 'json'], { cwd })
  expect(code).toBe(0)
  const { added, present } = JSON.parse(stdout)
  expect(added.map(({ text }: { text: string }) => text)).toEqual(['new one'])
  expect(present).toEqual([
    { text: 'When do you open?', scenario: 'hours', field: 'examples', file: 'scenarios/hours.scenario.yaml', line: 4 },
    {
      text: 'Money back!',
      scenario: 'billing/refund',
      field: 'examples',
      file: 'scenarios/billing/refund.scenario.yaml',
      line: 5,
    },
    {
      text: 'New one?',
      scenario: 'billing/refund',
      field: 'examples',
      file: 'scenarios/billing/refund.scenario.yaml',
      line: 6,
    },
  ])
  const again = await scenewright(['example', 'add', 'hours', 'opening a bank account'], { cwd })
  expect([again.code, again.stderr]).toEqual([
    0,
    'not added: "opening a bank account" is already an exclusion of hours, scenarios/hours.scenario.yaml:5\n0 examples added to hours\n',
  ])
  expect(read(cwd, 'hours')).toBe(hours)
})

test('a text that equals an earlier one of the same call is reported with the place of that one', async () => {
  const cwd = await project()
  const args = ['example', 'add', 'billing/refund', 'refund me', 'cash', 'Cash!', 'refund me']
  const { stdout, stderr } = await scenewright(args, { cwd })
  const file = 'scenarios/billing/refund.scenario.yaml'
  expect(stdout).toBe(`${file}:6  refund me\n${file}:7  cash\n`)
  expect(stderr).toBe(
    `not added: "Cash!" is already an example of billing/refund, ${file}:7
not added: "refund me" is already an example of billing/refund, ${file}:6
2 examples added to billing/refund
`,
  )
})

test.each([
  ['an unknown key', ['billing/refnd', 'x y'], 'did you mean "billing/refund"?'],
  ['a key of another folder', ['cancellations/refund', 'x y'], 'did you mean "billing/refund"?'],
  ['a misspelled one of another folder', ['cancellations/refnd', 'x y'], 'did you mean "billing/refund"?'],
  ['a key without its folder', ['refund', 'x y'], 'did you mean "billing/refund"?'],
  ['an empty text', ['hours', 'fine', ' '], 'is not a message'],
  ['signs only', ['hours', '???'], 'is not a message'],
  ['a text that is too long', ['hours', 'fine', 'a'.repeat(2001)], 'the maximum is 2000'],
  ['no text', ['hours'], "'texts'"],
])('%s is an error, and nothing is written', async (_, args, message) => {
  const cwd = await project()
  const { code, stderr } = await scenewright(['example', 'add', ...args], { cwd })
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  expect([read(cwd, 'hours'), read(cwd, 'billing/refund')]).toEqual([hours, refund])
})

test.each([
  ['example', 'add', 'hours', '- open today'],
  ['simulate', '-5 degrees'],
  ['score', '- open today'],
])('%s %s explains how to write a text that begins with a dash', async (...args) => {
  const cwd = await project()
  const { code, stderr } = await scenewright(args, { cwd })
  expect([code, stderr]).toEqual([2, expect.stringContaining('\nWrite `--` before a text that begins with a dash.\n')])
  const mistyped = await scenewright([args[0], ...(args.length > 2 ? ['add'] : []), '--quite', 'x', 'y'], { cwd })
  expect(mistyped.stderr).toContain('Did you mean --quiet?')
  expect(mistyped.stderr).not.toContain('Write `--`')
})

test('a text that begins with a dash is added after "--"', async () => {
  const cwd = await project()
  expect((await scenewright(['example', 'add', 'hours', '--', '- open today'], { cwd })).code).toBe(0)
  expect(read(cwd, 'hours')).toContain('"- open today"')
})

test('a link stays a link, and its target keeps its mode', async () => {
  const cwd = await folderWith({ 'shared/hours.yaml': hours, 'scenarios/a.scenario.yaml': refund })
  chmodSync(join(cwd, 'shared/hours.yaml'), 0o640)
  symlinkSync('../shared/hours.yaml', join(cwd, 'scenarios/hours.scenario.yaml'))
  expect((await scenewright(['example', 'add', 'hours', 'are you open'], { cwd })).code).toBe(0)
  expect(lstatSync(join(cwd, 'scenarios/hours.scenario.yaml')).isSymbolicLink()).toBe(true)
  expect(statSync(join(cwd, 'shared/hours.yaml')).mode & 0o777).toBe(0o640)
  expect(readFileSync(join(cwd, 'shared/hours.yaml'), 'utf8')).toContain('[when do you open, are you open]')
})

test('a source that cannot be written is an error with the reason', async () => {
  // Next to it, there is no room for the longer name of its new text.
  const key = 'x'.repeat(240)
  const cwd = await folderWith({ [`scenarios/${key}.scenario.yaml`]: hours })
  const { code, stderr } = await scenewright(['example', 'add', key, 'one more'], { cwd })
  expect([code, stderr]).toEqual([2, expect.stringContaining('cannot be written: its name is too long\n')])
})

test('a TypeScript source is edited where its list is written, and otherwise the error names the line', async () => {
  const typed = (examples: string) => `import { end, scenario } from 'scenewright'
const shared = ['a thing']
export default scenario({
  title: 'T',
  trigger_description: 'T',
  examples: ${examples},
  flow: { nodes: { a: end() } },
})
`
  const cwd = await folderWith({
    'scenarios/a.scenario.ts': typed("['one more']"),
    'scenarios/b.scenario.ts': typed('shared'),
  })
  expect((await scenewright(['example', 'add', 'a', "it's new"], { cwd })).stdout).toBe(
    "scenarios/a.scenario.ts:6  it's new\n",
  )
  expect(readFileSync(join(cwd, 'scenarios/a.scenario.ts'), 'utf8')).toBe(typed("['one more', 'it\\'s new']"))
  const two = "import { end, scenario } from 'scenewright'\n".concat(
    ...['one', 'two'].map(
      name =>
        `export const ${name} = scenario({ title: 'T', trigger_description: 'T', examples: ['${name}'], flow: { nodes: { a: end() } } })\n`,
    ),
  )
  writeFileSync(join(cwd, 'scenarios/c.scenario.ts'), two)
  expect((await scenewright(['example', 'add', 'c/two', 'new one'], { cwd })).stdout).toBe(
    'scenarios/c.scenario.ts:3  new one\n',
  )
  const refused = await scenewright(['example', 'add', 'b', 'new'], { cwd })
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringMatching(/b\.scenario\.ts:\d+ cannot be changed safely/),
  ])
})
