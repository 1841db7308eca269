import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { canMakeTerminal, keys, onTerminal, type Step } from './on-terminal.ts'
import { folderWith, scenewright } from './run.ts'

const cost = `title: Cost
trigger_description: Says what a delivery costs.
examples: [what does delivery cost]
exclusions: [how long does it take]
flow:
  nodes:
    tell: { text: 'Four pounds, whatever the size.', next: done }
    done: END
`
const page = readFileSync(new URL('../../../docs/chat.md', import.meta.url), 'utf8')
const message = 'what does delivery cost'

async function talk(lines: readonly string[], files = {}) {
  const cwd = await folderWith({ 'scenarios/cost.scenario.yaml': cost, ...files })
  return { cwd, ...(await scenewright(['chat'], { cwd, input: lines.map(line => `${line}\n`).join('') })) }
}

describe('a command', () => {
  test.each([
    ['/why', 'equals       "what does delivery cost"'],
    ['/scores', '100.0 of 78'],
    ['/scores 1', '100.0 of 78'],
    ['/walk', 'tell--done'],
    ['/help', '/restart'],
  ])('%s answers on standard output', async (command, expected) => {
    const { code, stdout, stderr } = await talk([message, command])
    expect(stdout.split('\n').slice(2).join('\n')).toContain(expected)
    expect([code, stderr]).toEqual([0, ''])
  })

  test.each([
    ['that does not exist', '/wyh', 'did you mean /why?'],
    ['before the first message', '/why', 'this dialogue has no messages yet'],
    ['with an argument that is not a number', '/scores some', '"some" is not a number'],
  ])('%s is rejected, and the chat continues', async (_why, command, expected) => {
    const first = command === '/why' ? [] : [message]
    const { code, stdout, stderr } = await talk([...first, command, '/restart', message])
    expect(stderr).toContain(expected)
    expect(stdout).toMatch(/bot {7}Four pounds, whatever the size\.\n$/)
    expect(code).toBe(0)
  })

  test('behind a space is a message', async () => {
    const { stdout, stderr } = await talk([' /why'])
    expect([stdout.includes('starts nothing'), stderr]).toEqual([true, ''])
  })
})

test('a scenario that has run is named when it would start again, until a new dialogue', async () => {
  for (const again of ['/restart', '/new']) {
    const { stdout } = await talk([message, message, again, message])
    expect(stdout.match(/cost would start, but has already run/g)).toHaveLength(1)
    expect(stdout.match(/Four pounds/g)).toHaveLength(2)
  }
})

describe('a scenario that has run is not named', () => {
  const examples = (...texts: readonly string[]) => cost.replace(/examples: .*/, `examples: [${texts.join(', ')}]`)
  const only = 'what is the fee'

  test('if another one with the same confidence comes first', async () => {
    const files = {
      'scenarios/cost.scenario.yaml': examples(message, only),
      'scenarios/first.scenario.yaml': `${examples(message)}priority: 1\n`,
    }
    const { stdout } = await talk([only, message], files)
    expect(stdout).toContain('starts first')
    expect(stdout).not.toContain('would start')
  })

  test('if the bot would ask which of two is meant', async () => {
    const files = {
      'scenewright.config.yaml': 'bot: { primary_language: en, scenario_clarify_enabled: true }\n',
      'scenarios/cost.scenario.yaml': examples(message, only),
      'scenarios/other.scenario.yaml': examples(message),
    }
    const { stdout } = await talk([only, message], files)
    expect(stdout).toContain('starts other')
    expect(stdout).not.toContain('would start')
  })
})

describe('/save', () => {
  test('writes the test that the page shows, and adds to it', async () => {
    const { cwd, stderr } = await talk([message, message, '/save', '/save scenarios/chat.test.yaml'])
    expect(stderr).toMatch(/^Written to scenarios\/chat\.test\.yaml; .*\nAdded to scenarios\/chat\.test\.yaml; .*\n$/)
    const [, shown = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? []
    const saved = readFileSync(join(cwd, 'scenarios/chat.test.yaml'), 'utf8')
    expect(saved).toBe(shown + shown.replace('conversations:\n', ''))
    expect((await scenewright(['fmt', '--check', 'scenarios/chat.test.yaml'], { cwd })).code).toBe(0)
    expect(await scenewright(['test'], { cwd })).toMatchObject({ code: 0 })
  })

  test.each([
    ['a file that is not a test', '/save scenarios/cost.scenario.yaml', 'scenarios/cost.scenario.yaml', cost],
    ['a file outside of the sources', '/save x.test.yaml', 'x.test.yaml', undefined],
    ['a test with a mistake', '/save scenarios/a.test.yaml', 'scenarios/a.test.yaml', 'conversations: 1\n'],
  ])('does not change %s', async (_which, command, file, text) => {
    const broken = { 'scenarios/cost.scenario.yaml': cost, ...(file.startsWith('scenarios/a') && { [file]: text }) }
    const cwd = await folderWith(broken)
    const config = { cwd, input: `${message}\n${command}\n` }
    const { stderr } = await scenewright(['chat'], config)
    expect(stderr).toContain('error: ')
    const path = join(cwd, file)
    expect(existsSync(path) ? readFileSync(path, 'utf8') : undefined).toBe(text)
  })
})

test('a program gets one turn per line, and every line is a message', async () => {
  const cwd = await folderWith({ 'scenarios/cost.scenario.yaml': cost })
  const input = `${message}\n/why\n\n /new\n/new\n${message}\n`
  const { stdout } = await scenewright(['chat', '--format', 'ndjson'], { cwd, input })
  const turns = stdout.trimEnd().split('\n')
  expect(turns.map(turn => JSON.parse(turn)).map(({ user, outcome }) => [user, outcome])).toEqual([
    [message, 'ended'],
    ['/why', 'none'],
    ['/new', 'none'],
    [message, 'ended'],
  ])
})

describe.skipIf(!canMakeTerminal)('on a terminal (skipped where there is no Python)', () => {
  const typed = async (...steps: readonly Step[]) =>
    onTerminal(['chat'], { cwd: await folderWith({ 'scenarios/cost.scenario.yaml': cost }) }, steps)

  test('it prompts, Tab completes, the arrow keys recall lines, and Ctrl-D ends it', async () => {
    const { code, screen, left } = await typed(
      ['> ', `${message}\r`],
      ['Four pounds', '/wa\t'],
      ['/walk', '\r'],
      ['tell--done', `${keys.up}${keys.up}\r`],
      ['has already run', keys.endOfInput],
    )
    expect(left).toEqual([])
    expect(screen).toContain('/help lists the commands')
    expect(code).toBe(0)
  })

  test('Ctrl-C ends it, with its own exit code', async () => {
    expect((await typed(['> ', keys.interrupt])).code).toBe(130)
  })
})
