import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { put } from '../../../workspace/test/git-repository.ts'
import { canMakeTerminal, onTerminal } from '../on-terminal.ts'
import { folderWith, scenewright } from '../run.ts'

const refund = `# the team of the refund
title: Refund
trigger_description: The customer wants the money back.
examples:
  - I want my money back # by phone
  - where is the refund of my order
flow: { nodes: { answer: { text: Soon., next: done }, done: END } }
`
const parcel = refund
  .replaceAll('efund', 'arcel')
  .replace('R', 'P')
  .replace('I want my money back', 'my parcel did not arrive')
  .replace('where is the rarcel of my order', 'track the parcel of my order')
  .replace('The customer wants the money back', 'The customer looks for a parcel')

const messages = [
  'give me the money back please',
  'please give back what I paid, the money',
  'money for the broken lamp please',
  'any news about the refund',
  'zebra crossing',
]

const project = () =>
  folderWith({
    // So high that an example hardly helps another message.
    'scenewright.config.yaml': 'bot: { primary_language: en }\nscenarios: { min_confidence: 100 }\n',
    'scenarios/refund.scenario.yaml': refund,
    'scenarios/parcel.scenario.yaml': parcel,
    'messages.txt': `${messages.join('\n')}\n`,
  })

const triage = (cwd: string, ...keys: string[]) =>
  scenewright(['lab', '--replay', 'messages.txt', '--triage'], {
    cwd,
    isTerminal: true,
    input: keys.map(key => `${key}\n`).join(''),
  })

const read = (cwd: string, name: string) => readFileSync(join(cwd, `scenarios/${name}`), 'utf8')

/** The messages that were asked about, in order. */
const asked = (screen: string) => [...screen.matchAll(/^ {2}"(.*)"$/gm)].map(([, message]) => message)

test('each key makes one edit at once, and a second run asks only about the rest', async () => {
  const cwd = await project()
  const first = await triage(cwd, 'e', 'q')
  expect(first.code).toBe(0)
  const [example = '', next = ''] = asked(first.stderr)
  expect(read(cwd, 'refund.scenario.yaml')).toBe(refund.replace('order\n', `order\n  - ${quoted(example)}\n`))
  expect(first.stderr).toMatch(/1 example, 0 exclusions, 0 tests, 0 skipped; \d messages? left\n$/)

  const second = await triage(cwd, 'x', 's', 's', 's', 's')
  expect(asked(second.stderr)[0]).toBe(next)
  expect(asked(second.stderr)).not.toContain(example)
  expect(second.stderr).toMatch(/0 examples, 1 exclusion, 0 tests, \d skipped; 0 messages left\n$/)
  const exclusion = `exclusions:\n  - ${quoted(next)}\n`
  expect(['refund', 'parcel'].map(name => read(cwd, `${name}.scenario.yaml`)).join('')).toContain(exclusion)
  expect(asked((await triage(cwd, 'q')).stderr)).toEqual([])
  expect(readFileSync(join(cwd, '.scenewright/triage/progress.json'), 'utf8')).not.toContain('money')
  expect(readFileSync(join(cwd, '.scenewright/triage/.gitignore'), 'utf8')).toBe('*\n')
})

test('another scenario can be named; a test is added next to the source; all can be undone', async () => {
  const cwd = await project()
  const { stderr } = await triage(cwd, 'e parcel', 'u', 't', 'u', 'x parcel', 'u', 'u', 'q')
  const [message] = asked(stderr)
  expect(asked(stderr).filter(each => each === message).length).toBeGreaterThan(3)
  expect([read(cwd, 'refund.scenario.yaml'), read(cwd, 'parcel.scenario.yaml')]).toEqual([refund, parcel])
  expect(existsSync(join(cwd, 'scenarios/refund.test.yaml'))).toBe(false)
  expect(stderr).toContain('there is nothing to undo')
  await triage(cwd, 't', 'q')
  expect(read(cwd, 'refund.test.yaml')).toContain(`user: ${message}`)
  const { stdout } = await scenewright(['test', '--format', 'json'], { cwd })
  expect(JSON.parse(stdout).summary).toEqual({ passed: 0, failed: 1 })
})

test('a labelled message becomes an example of its own scenario, and an exclusion of the nearest one', async () => {
  const cwd = await project()
  const [text] = messages
  writeFileSync(join(cwd, 'messages.csv'), `text,expected\n"${text}",parcel\nplease give back what I paid,none\n`)
  const labelled = (...keys: string[]) =>
    scenewright(['lab', '--replay', 'messages.csv', '--triage'], { cwd, isTerminal: true, input: keys.join('\n') })
  const { stderr } = await labelled('e')
  expect(stderr).toContain('parcel (its label; nearest is refund)')
  expect(asked(stderr)).toEqual([text])
  expect(read(cwd, 'parcel.scenario.yaml')).toContain(`\n  - ${text}\n`)
  expect(read(cwd, 'refund.scenario.yaml')).toBe(refund)
  rmSync(join(cwd, '.scenewright'), { recursive: true })
  writeFileSync(join(cwd, 'scenarios/parcel.scenario.yaml'), parcel)
  await labelled('x')
  expect(read(cwd, 'refund.scenario.yaml')).toContain(`exclusions:\n  - ${text}\n`)
  expect(read(cwd, 'parcel.scenario.yaml')).toBe(parcel)
})

test('a mask of personal data becomes no example, and is a number in a test', async () => {
  const cwd = await project()
  writeFileSync(join(cwd, 'messages.txt'), 'give me the money back on [card], please\n')
  await triage(cwd, 'e')
  expect(read(cwd, 'refund.scenario.yaml')).toContain('\n  - give me the money back on, please\n')
  rmSync(join(cwd, '.scenewright'), { recursive: true })
  writeFileSync(join(cwd, 'scenarios/refund.scenario.yaml'), refund)
  await triage(cwd, 't')
  expect(read(cwd, 'refund.test.yaml')).toContain('user: give me the money back on 0000 0000 0000 0000, please')
})

test('a labelled message is no exclusion of its own scenario, unless that is named', async () => {
  const cwd = await project()
  const [text = ''] = messages
  writeFileSync(join(cwd, 'messages.csv'), `text,expected\n"${text}",refund\n`)
  const labelled = (...keys: string[]) =>
    scenewright(['lab', '--replay', 'messages.csv', '--triage'], { cwd, isTerminal: true, input: keys.join('\n') })
  const { stderr } = await labelled('x', 'q')
  expect(stderr).toContain('the label of this message is "refund", so it should start that scenario')
  expect([asked(stderr), read(cwd, 'refund.scenario.yaml')]).toEqual([[text, text], refund])
  await labelled('x refund')
  expect(read(cwd, 'refund.scenario.yaml')).toContain(`exclusions:\n  - ${text}\n`)
})

test('an unknown key and an unknown scenario are reported, and the same message is asked about again', async () => {
  const cwd = await project()
  const { code, stderr } = await triage(cwd, 'b', 'e refnd', 'q')
  expect(code).toBe(0)
  expect(new Set(asked(stderr)).size).toBe(1)
  expect(stderr).toContain('"b" is not a key')
  expect(stderr).toContain('did you mean "refund"?')
  expect(read(cwd, 'refund.scenario.yaml')).toBe(refund)
})

test('the last decision can be undone, and an empty line ends', async () => {
  const cwd = await project()
  writeFileSync(join(cwd, 'messages.txt'), `${messages[0]}\n`)
  const { stderr } = await triage(cwd, 'e', 'u', 's', '', 'u')
  expect(asked(stderr)).toEqual([messages[0], messages[0]])
  expect(stderr.match(/All messages are decided: \[u\]ndo the last decision, or \[q\]uit/g)).toHaveLength(2)
  expect(stderr).toMatch(/0 examples, 0 exclusions, 0 tests, 1 skipped; 0 messages left\n$/)
  expect(read(cwd, 'refund.scenario.yaml')).toBe(refund)
})

test('another key than u or q is an error after the last message, and the decision can still be undone', async () => {
  const cwd = await project()
  writeFileSync(join(cwd, 'messages.txt'), `${messages[0]}\n`)
  const { stderr } = await triage(cwd, 'e', 'e parcel', 'U', 'u', 'q')
  expect(stderr).toContain('"e" is not a key here')
  expect(stderr).toContain('"U" is not a key here')
  expect(read(cwd, 'refund.scenario.yaml')).toBe(refund)
})

test('a scenario whose key contains a blank can be named', async () => {
  const cwd = await project()
  put(cwd, { 'scenarios/my topic/the one.scenario.yaml': parcel.replace('parcel', 'other parcel') })
  const { stderr } = await triage(cwd, 'e  my topic/the one ', 'q')
  expect(read(cwd, 'my topic/the one.scenario.yaml')).toContain(`\n  - ${quoted(asked(stderr)[0] ?? '')}\n`)
})

test('a new run does not undo what an earlier one did', async () => {
  const cwd = await project()
  await triage(cwd, 'e', 'q')
  const once = read(cwd, 'refund.scenario.yaml')
  rmSync(join(cwd, '.scenewright'), { recursive: true })
  const { stderr } = await triage(cwd, 'u', 'q')
  expect(stderr).toContain('there is nothing to undo')
  expect(read(cwd, 'refund.scenario.yaml')).toBe(once)
})

test('without a terminal, the error says what to do instead, and nothing is written', async () => {
  const cwd = await project()
  const { code, stderr } = await scenewright(['lab', '--replay', 'messages.txt', '--triage'], { cwd, input: 'e\n' })
  expect([code, stderr]).toEqual([2, expect.stringContaining('example add')])
  expect(existsSync(join(cwd, '.scenewright/triage'))).toBe(false)
})

test.each([
  ['--tune'],
  ['--min-right', '90'],
  ['--max-wrong', '5'],
  ['--min-accuracy', '70'],
  ['--wrong-costs', '3'],
  ['--out', 'report.txt'],
  ['--format', 'json'],
])('%s is refused, because a triage prints no report', async (...option) => {
  const cwd = await project()
  const args = ['lab', '--replay', 'messages.txt', '--triage', ...option]
  const { code, stderr } = await scenewright(args, { cwd, isTerminal: true, input: 'q\n' })
  expect([code, stderr]).toEqual([2, expect.stringContaining(`--triage and ${option[0]}`)])
})

test.skipIf(!canMakeTerminal)('a source that was deleted meanwhile is reported as changed', async () => {
  const cwd = await project()
  const removed = () => {
    rmSync(join(cwd, 'scenarios/refund.scenario.yaml'))
    return 'e refund\r'
  }
  const { left, screen } = await onTerminal(['lab', '--replay', 'messages.txt', '--triage'], { cwd }, [
    ['> ', removed],
    ['> ', 'q\r'],
  ])
  expect([left, screen]).toEqual([[], expect.stringContaining('was changed on disk in the meantime')])
  expect(screen).not.toContain('give no path')
})

test.skipIf(!canMakeTerminal)('on a terminal, Ctrl-C ends it and keeps what was decided', async () => {
  const cwd = await project()
  const { code, left } = await onTerminal(['lab', '--replay', 'messages.txt', '--triage'], { cwd }, [
    ['> ', 'e\r'],
    ['> ', '\u0003'],
  ])
  expect(left).toEqual([])
  expect(code).not.toBe(0)
  expect(read(cwd, 'refund.scenario.yaml').length).toBeGreaterThan(refund.length)
  expect((await scenewright(['check'], { cwd })).stdout).not.toContain('source/')
})

function quoted(text: string): string {
  return /: |^[-"'#]/.test(text) ? JSON.stringify(text) : text
}
