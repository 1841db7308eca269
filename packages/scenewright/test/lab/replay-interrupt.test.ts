import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { pause } from '../../src/shell/pause.ts'
import { bin, commandLine, folderWith, type Outcome, scenewrightProcess } from '../run.ts'

const goods = ['lamp', 'chair', 'table', 'shelf', 'mirror', 'carpet', 'sofa', 'bench']

const source = (title: string, phrase: string) => `title: ${title}
trigger_description: ${title}.
examples:
${goods.map((good, at) => `  - ${phrase} ${good} ${'please '.repeat(at % 2)}${at}\n`).join('')}flow: { nodes: { answer: { text: Gladly., next: done }, done: END } }
`

const phrases = {
  returns: 'I want to return my',
  delivery: 'when does the delivery arrive of my',
  hours: 'is the shop open for a',
}

/** Enough that the replay is not done when the interruption arrives. */
const different = 8000

/** Different messages, of which every fifth is labelled and every seventh occurs again. */
function messages(count: number): string {
  const keys = Object.keys(phrases)
  const all = Object.values(phrases)
  const rows = Array.from({ length: count }, (_, at) => {
    const text = `${all[at % 3]?.slice(at % 11)} ${goods[at % 8]} number ${at} ${'of my order '.repeat(at % 5)}`
    return `${text},${at % 5 === 0 ? (keys[at % 4] ?? 'none') : ''}`
  })
  return `text,expected\n${[...rows, ...rows.filter((_, at) => at % 7 === 0)].join('\n')}\n`
}

const project = {
  'scenewright.config.yaml': 'bot: { primary_language: en }\n',
  'scenarios/returns.scenario.yaml': source('returns', phrases.returns),
  'scenarios/delivery.scenario.yaml': source('delivery', phrases.delivery),
  'scenarios/hours.scenario.yaml': source('hours', phrases.hours),
  'messages.csv': messages(different),
}

const args = (...more: string[]) => ['lab', '--replay', 'messages.csv', '--format', 'json', ...more]

test('an interrupted replay is continued on the same bot, with the bytes of one that was not interrupted', async () => {
  const cwd = await folderWith(project)
  const env = { HOME: await folderWith({}) }
  const whole = await scenewrightProcess(args('--no-cache', '--write-labels', 'whole.csv'), { cwd, env })
  expect([whole.code, JSON.parse(whole.stdout).replay.distinct]).toEqual([0, different])

  const first = await interrupted(args('--write-labels', 'first.csv'), { cwd, env })
  expect([first.code, first.stdout]).toEqual([130, ''])
  expect(first.stderr).toMatch(/^interrupted: \d+ of 8000 messages are replayed; the same call continues\n$/)
  expect(readdirSync(cwd).filter(name => name.includes('first'))).toEqual([])
  expect(
    logsIn(cwd)
      .map(name => readFileSync(join(cwd, cache, name), 'latin1'))
      .join(),
  ).not.toContain('lamp')

  writeFileSync(join(cwd, 'scenarios/hours.scenario.yaml'), source('hours', 'are you open for my'))
  const other = await scenewrightProcess(args(), { cwd, env })
  expect(other.stderr).toBe('')
  expect(other.stdout).not.toBe(whole.stdout)

  writeFileSync(join(cwd, 'scenarios/hours.scenario.yaml'), project['scenarios/hours.scenario.yaml'])
  const second = await scenewrightProcess(args('--write-labels', 'second.csv'), { cwd, env })
  expect(second.code).toBe(0)
  expect(second.stdout).toBe(whole.stdout)
  const before = Number(/^continued: (\d+) of 8000 messages were replayed before$/m.exec(second.stderr)?.[1])
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(different)
  expect(readFileSync(join(cwd, 'second.csv'), 'utf8')).toBe(readFileSync(join(cwd, 'whole.csv'), 'utf8'))
  expect(logsIn(cwd)).toEqual([])
})

test('a run that is interrupted while it reads what an earlier one recorded names all of it', async () => {
  const cwd = await folderWith({ ...project, 'messages.csv': messages(3000) })
  const env = { HOME: await folderWith({}) }
  const first = await interruptedAt('2000 of 3000 messages replayed', { cwd, env })
  expect(first).toMatchObject({
    code: 130,
    left: 'interrupted: 2000 of 3000 messages are replayed; the same call continues\n',
  })
  expect(await interruptedAt('1000 of 3000 messages replayed', { cwd, env })).toEqual(first)
})

/** Presses Ctrl-C when the progress shows a text, and resolves with what the run says about it. */
async function interruptedAt(
  text: string,
  { cwd, env }: { readonly cwd: string; readonly env: Record<string, string> },
) {
  const interruption = new AbortController()
  let left = ''
  const code = await commandLine.run(args(), {
    terminal: {
      out: () => {},
      err: shown => {
        if (shown.startsWith('interrupted')) left = shown
        if (shown.includes(text)) interruption.abort(130)
      },
      color: { out: false, err: false },
      isInteractive: () => false,
      canRedraw: true,
      columns: () => 100,
    },
    cwd,
    env,
    signal: interruption.signal,
    stdin: () => Readable.from([]),
    pause,
    // In one thread, no message is replayed ahead.
    threadsFrom: different * 2,
  })
  return { code, left }
}

const cache = '.scenewright/cache'

function logsIn(cwd: string): readonly string[] {
  const folder = join(cwd, cache)
  return existsSync(folder) ? readdirSync(folder).filter(name => name.startsWith('replay-')) : []
}

/** Presses Ctrl-C when the first decisions are recorded. */
function interrupted(
  call: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Record<string, string> },
): Promise<Outcome> {
  mkdirSync(join(cwd, cache), { recursive: true })
  return new Promise((resolve, reject) => {
    const child = spawn(bin, call, { cwd, env: { PATH: process.env.PATH ?? '', ...env } })
    const watcher = watch(join(cwd, cache), (_event, name) => {
      if (!name?.startsWith('replay-')) return
      watcher.close()
      child.kill('SIGINT')
    })
    onTestFinished(() => {
      watcher.close()
      child.kill('SIGKILL')
    })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', data => {
      stdout += data
    })
    child.stderr.on('data', data => {
      stderr += data
    })
    child.once('error', reject)
    child.once('close', code => resolve({ code, stdout, stderr }))
  })
}
