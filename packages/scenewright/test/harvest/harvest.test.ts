import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { addEnvironment } from '../deployed-bot.ts'
import { localService, receiveWebhooks } from '../local-service.ts'
import { canMakeTerminal, onTerminal } from '../on-terminal.ts'
import { bin, copyOf, folderWith, scenewright } from '../run.ts'
import { journalService, proxyOf, type ScriptedRecord, sendJson } from './journal-service.ts'

const today = new Date().toISOString().slice(0, 10)
const credentials = { SCENEWRIGHT_EMAIL: 'team@example.com', SCENEWRIGHT_API_KEY: 'key' }

/** A project with the environment "live" at this address. */
async function projectAt(url: string, bot = 'b1', config = ''): Promise<string> {
  const cwd = await folderWith({ 'scenewright.config.yaml': config })
  await addEnvironment(cwd, url, bot)
  return cwd
}

/** Runs a harvest into `messages.csv`. */
function harvest(cwd: string, args: readonly string[], env: Record<string, string> = credentials) {
  return scenewright(['harvest', '--env', 'live', '--out', 'messages.csv', ...args], { cwd, env })
}

// The limit has the effect of a full disk: a part of a write is accepted, and the next one fails.
test.skipIf(process.platform === 'win32')('messages that do not fit on the disk are an error', async () => {
  const { url } = await journalService({ records: recordsOf({ '2026-05-01': 60 }) })
  const cwd = await projectAt(url)
  const call = 'harvest --env live --since 2026-05-01 --until 2026-05-01 --out messages.csv'
  const child = spawn('sh', ['-c', `ulimit -f 1; "$0" ${call}`, bin], {
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: cwd, ...credentials },
  })
  let stderr = ''
  child.stderr.on('data', data => {
    stderr += data
  })
  const [code] = await once(child, 'close')
  expect([code, stderr]).toEqual([2, expect.stringMatching(/cannot write to ".*messages\.csv\.part": it is too large/)])
  expect(existsSync(join(cwd, 'messages.csv'))).toBe(false)
})

/** The ids in a file, in the order of its rows. */
function idsIn(cwd: string, file = 'messages.csv'): readonly string[] {
  const [, ...rows] = readFileSync(join(cwd, file), 'utf8').trimEnd().split('\n')
  return rows.map(row => row.slice(row.lastIndexOf(',') + 1))
}

/** Records of some days, newest first: `sizes` has the number for each day. */
function recordsOf(sizes: Readonly<Record<string, number>>): ScriptedRecord[] {
  const days = Object.entries(sizes).sort(([a], [b]) => (a < b ? 1 : -1))
  return days.flatMap(([day, size]) =>
    Array.from({ length: size }, (_, index) => {
      const number = size - index
      return { unique_id: `${day}/${number}`, prompt: `message ${number}`, created_at: `${day}T10:00:00.000Z` }
    }),
  )
}

describe('on the local service', () => {
  async function botWith(messages: readonly string[], fields: object = {}) {
    const service = await localService()
    const bot = await service.post('/bots', {
      name: 'Shop',
      gpt_model: 'llm_provider_d',
      primary_language: 'en',
      ...fields,
    })
    const id = String(bot.unique_id)
    const ask = (prompt: string) => service.post(`/bots/${id}/completion`, { prompt, mode: 'SUPPORT' })
    for (const message of messages) await ask(message)
    return { service, id, ask }
  }

  test('messages and replies are masked before they are written, and the lab replays the file', async () => {
    const webhooks = await receiveWebhooks()
    const written = [
      'I am anna@shop.de, where is my parcel?',
      'call "me", +49 30 901820\nplease',
      'card 4111 1111 1111 1111',
    ]
    const { service, id } = await botWith(written, { webhook_url: webhooks.url })
    for (const _ of written) await webhooks.next()
    const cwd = await copyOf('shop')
    await addEnvironment(cwd, service.url, id)
    const { code, stdout } = await harvest(cwd, ['--since', today, '--format', 'json'], service.env)
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      {
        version: 1,
        file: 'messages.csv',
        since: today,
        messages: 3,
        resumed: false,
        masked: { card: 1, email: 1, phone: 1 },
      },
    ])
    const text = readFileSync(join(cwd, 'messages.csv'), 'utf8')
    expect(text.startsWith('\ufeffmessage,date,status,answer,id\n')).toBe(true)
    expect(text).toContain('I am [email], where is my parcel?')
    expect(text).toContain('"call ""me"", [phone]\nplease"')
    expect(text).not.toMatch(/anna|901820|4111/)
    expect(text).toMatch(/,SUCCESS,[^,]+,/)
    expect(statSync(join(cwd, 'messages.csv')).mode & 0o077).toBe(process.platform === 'win32' ? 0o066 : 0)
    const replay = await scenewright(['lab', '--replay', 'messages.csv', '--format', 'json'], { cwd })
    expect(JSON.parse(replay.stdout).replay).toMatchObject({ messages: 3 })
  })

  test('messages that arrive meanwhile move others to later pages: none is lost, none is written twice', async () => {
    const { service, id, ask } = await botWith(Array.from({ length: 120 }, (_, index) => `message ${index}`))
    const url = await proxyOf(service.url, async count => {
      // The first request finds that there are two pages.
      if (count === 2) for (const name of ['late 1', 'late 2', 'late 3']) await ask(name)
    })
    const cwd = await projectAt(url, id)
    expect((await harvest(cwd, ['--since', today], service.env)).code).toBe(0)
    const ids = idsIn(cwd)
    expect([ids.length, new Set(ids).size]).toEqual([123, 123])
  })

  test.skipIf(process.platform === 'win32')(
    'Ctrl-C keeps what was read, and the same command continues: 130',
    async () => {
      const { service, id } = await botWith(Array.from({ length: 120 }, (_, index) => `message ${index}`))
      let child: ReturnType<typeof spawn> | undefined
      let isInterrupted = false
      const url = await proxyOf(service.url, async count => {
        if (count !== 2 || isInterrupted) return
        isInterrupted = true
        child?.kill('SIGINT')
        await once(child ?? process, 'exit')
      })
      const cwd = await projectAt(url, id)
      const args = ['harvest', '--env', 'live', '--since', today, '--out', 'messages.csv']
      const env = { PATH: process.env.PATH ?? '', HOME: cwd, ...service.env }
      child = spawn(bin, args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] })
      let stderr = ''
      child.stderr?.setEncoding('utf8').on('data', data => {
        stderr += data
      })
      const [code] = await once(child, 'close')
      expect([code, stderr.includes('run the same command again')]).toEqual([130, true])
      expect([existsSync(join(cwd, 'messages.csv')), idsIn(cwd, 'messages.csv.part').length]).toEqual([false, 100])
      const other = await harvest(cwd, ['--since', '2026-01-01'], service.env)
      expect([other.code, other.stderr.includes('of another request')]).toEqual([2, true])
      const next = await harvest(cwd, ['--since', today, '--format', 'json'], service.env)
      expect([next.code, JSON.parse(next.stdout)]).toMatchObject([0, { messages: 120, resumed: true }])
      expect(new Set(idsIn(cwd)).size).toBe(120)
      expect(['.part', '.part.json'].filter(suffix => existsSync(join(cwd, `messages.csv${suffix}`)))).toEqual([])
    },
  )

  test('wrong credentials and an unknown bot are errors of the service, and leave no file: 3', async () => {
    const { service, id } = await botWith([])
    const cwd = await projectAt(service.url, id)
    const wrong = await harvest(cwd, ['--since', today], { ...service.env, SCENEWRIGHT_API_KEY: 'wrong' })
    expect([wrong.code, wrong.stderr.includes('check the e-mail and the API key')]).toEqual([3, true])
    const elsewhere = await projectAt(service.url, '00000000-0000-4000-8000-000000000000')
    const unknown = await harvest(elsewhere, ['--since', today], service.env)
    expect([unknown.code, unknown.stderr.includes('check "url" and "bot"')]).toEqual([3, true])
    expect([cwd, elsewhere].map(folder => existsSync(join(folder, 'messages.csv.part')))).toEqual([false, false])
  })

  test('a bot without messages has a file without rows, and no replay of it is proposed', async () => {
    const { service, id } = await botWith([])
    const cwd = await projectAt(service.url, id)
    expect(await harvest(cwd, ['--since', today], service.env)).toMatchObject({ code: 0, stderr: '' })
    expect(readFileSync(join(cwd, 'messages.csv'), 'utf8')).toBe('\ufeffmessage,date,status,answer,id\n')
  })
})

describe('the journal', () => {
  const period = ['--since', '2026-03-01', '--until', '2026-03-31']

  test('is read by day, the oldest day first, also if its pages are smaller than requested', async () => {
    const records = recordsOf({ '2026-03-02': 30, '2026-03-03': 5, '2026-03-30': 1, '2026-04-01': 1 })
    const { url, asked } = await journalService({ records, largest: 7 })
    const cwd = await projectAt(url)
    expect((await harvest(cwd, period)).code).toBe(0)
    const days = idsIn(cwd).map(id => id.slice(0, 10))
    expect(days).toEqual([...Array(30).fill('2026-03-02'), ...Array(5).fill('2026-03-03'), '2026-03-30'])
    expect(asked.length).toBeLessThan(25)
  })

  test('that allows only small pages is read with its own size', async () => {
    const { url } = await journalService({
      records: recordsOf({ '2026-03-02': 25 }),
      instead: ({ take }, response) => {
        if (take <= 10) return false
        sendJson(response, 400, { statusCode: 400, error: 'Bad Request', message: 'take is too large' })
        return true
      },
    })
    const cwd = await projectAt(url)
    expect((await harvest(cwd, period)).code).toBe(0)
    expect(idsIn(cwd)).toHaveLength(25)
  })

  test('that is temporarily unavailable is read again, after the requested delay', async () => {
    const { url, asked } = await journalService({
      records: recordsOf({ '2026-03-02': 3 }),
      instead: (_, response, count) => {
        if (count === 1) sendJson(response, 503, {}, { 'retry-after': '1' })
        if (count === 2) response.destroy()
        return count <= 2
      },
    })
    const cwd = await projectAt(url)
    const { code, stderr } = await harvest(cwd, period)
    expect([code, stderr.match(/^waiting .*$/gm)]).toEqual([
      0,
      [expect.stringMatching(/^waiting 1 s: .*503/), expect.stringMatching(/^waiting 1 s: "read the journal" failed/)],
    ])
    expect([idsIn(cwd).length, asked.length]).toEqual([3, 3])
  })

  test('that stays unavailable, or asks for an hour, ends the run; a later one continues', async () => {
    let isDown = true
    const { url } = await journalService({
      records: recordsOf({ '2026-03-02': 150, '2026-03-03': 150 }),
      instead: ({ since }, response) => {
        if (!isDown || since !== '2026-03-03') return false
        sendJson(response, 503, {}, { 'retry-after': '3600' })
        return true
      },
    })
    const cwd = await projectAt(url)
    const { code, stderr } = await harvest(cwd, period)
    expect([code, stderr.includes('150 messages in messages.csv.part')]).toEqual([3, true])
    isDown = false
    expect((await harvest(cwd, period)).code).toBe(0)
    expect([idsIn(cwd).length, new Set(idsIn(cwd)).size]).toEqual([300, 300])
  })

  test('whose records disappear between two pages is read until none is missing', async () => {
    const records = recordsOf({ '2026-03-02': 250 })
    const { url } = await journalService({
      records,
      instead: (_, __, count) => {
        // The retention deletes some that were already read: the others move to earlier pages.
        if (count === 8) records.splice(0, 20)
        return false
      },
    })
    const cwd = await projectAt(url)
    expect((await harvest(cwd, period)).code).toBe(0)
    expect(new Set(idsIn(cwd)).size).toBe(250)
  })
})

describe('an unfinished file', () => {
  const period = ['--since', '2026-03-02', '--until', '2026-03-02']

  /** A project whose service rejects the third page of its journal until it is repaired. */
  async function cutAt200(records: ReturnType<typeof recordsOf>) {
    let isCut = true
    const { url } = await journalService({
      records,
      instead: ({ skip }, response) => {
        if (isCut && skip === 200) sendJson(response, 403, { statusCode: 403, error: 'Forbidden', message: 'no' })
        return isCut && skip === 200
      },
    })
    const repair = () => {
      isCut = false
    }
    return { cwd: await projectAt(url), repair }
  }

  test.each(['messages.csv', 'messages.jsonl'])('%s continues after the last complete page', async name => {
    const records = recordsOf({ '2026-03-02': 250 })
    const { cwd, repair } = await cutAt200(records)
    const args = [...period, '--out', name]
    expect((await harvest(cwd, args)).code).toBe(3)
    // Meanwhile the retention deletes messages that were read, and the others move to earlier pages.
    records.splice(0, 30)
    // A crash may leave text that was not recorded.
    writeFileSync(join(cwd, `${name}.part`), 'half a row', { flag: 'a' })
    repair()
    expect((await harvest(cwd, args)).code).toBe(0)
    const text = readFileSync(join(cwd, name), 'utf8')
    const rows = text.trimEnd().split('\n')
    expect([rows.length, new Set(rows).size, text.includes('half')]).toEqual([
      name.endsWith('csv') ? 251 : 250,
      rows.length,
      false,
    ])
  })

  test('counts what was masked in all runs, and continues the record of an earlier release', async () => {
    const records = recordsOf({ '2026-03-02': 250 }).map(record => ({ ...record, prompt: 'I am anna@shop.de' }))
    const { cwd, repair } = await cutAt200(records)
    expect((await harvest(cwd, period)).code).toBe(3)
    const files = ['messages.csv.part', 'messages.csv.part.json'].map(name => join(cwd, name))
    const [rows = '', record = ''] = files.map(file => readFileSync(file, 'utf8'))
    repair()
    const args = [...period, '--format', 'json']
    expect(JSON.parse((await harvest(cwd, args)).stdout)).toMatchObject({ messages: 250, masked: { email: 250 } })
    const { masked: _, ...progress } = JSON.parse(record).progress
    const earlier = [rows, JSON.stringify({ ...JSON.parse(record), progress })]
    for (const [index, file] of files.entries()) writeFileSync(file, earlier[index] ?? '')
    rmSync(join(cwd, 'messages.csv'))
    expect(JSON.parse((await harvest(cwd, args)).stdout)).toMatchObject({ messages: 250, masked: { email: 50 } })
  })

  test('that was changed is not continued', async () => {
    const { cwd } = await cutAt200(recordsOf({ '2026-03-02': 250 }))
    expect((await harvest(cwd, period)).code).toBe(3)
    writeFileSync(join(cwd, 'messages.csv.part'), 'short')
    const { code, stderr } = await harvest(cwd, period)
    expect([code, stderr.includes('was changed')]).toEqual([2, true])
  })
})

test('an unfinished file of other options is discarded with --force', async () => {
  let isCut = true
  const { url } = await journalService({
    records: recordsOf({ '2026-03-02': 150, '2026-03-03': 1 }),
    instead: ({ skip }, response) => {
      if (isCut && skip === 100) sendJson(response, 403, { statusCode: 403, error: 'Forbidden', message: 'no' })
      return isCut && skip === 100
    },
  })
  const cwd = await projectAt(url)
  expect((await harvest(cwd, ['--since', '2026-03-02', '--until', '2026-03-03'])).code).toBe(3)
  isCut = false
  const other = ['--since', '2026-03-03', '--until', '2026-03-03']
  expect((await harvest(cwd, other)).code).toBe(2)
  expect((await harvest(cwd, [...other, '--force'])).code).toBe(0)
  expect(idsIn(cwd)).toEqual(['2026-03-03/1'])
})

describe('the output file', () => {
  const period = ['--since', '2026-03-02', '--until', '2026-03-02']

  test('that exists stays without --force; a link is replaced, and its target stays', async () => {
    const { url } = await journalService({ records: recordsOf({ '2026-03-02': 1 }) })
    const cwd = await projectAt(url)
    writeFileSync(join(cwd, 'kept.txt'), 'kept')
    symlinkSync(join(cwd, 'kept.txt'), join(cwd, 'messages.csv'))
    const { code, stderr } = await harvest(cwd, period)
    expect([code, stderr.includes('--force')]).toEqual([2, true])
    expect((await harvest(cwd, [...period, '--force'])).code).toBe(0)
    expect([readFileSync(join(cwd, 'kept.txt'), 'utf8'), idsIn(cwd).length]).toEqual(['kept', 1])
  })

  test('has no cell that a spreadsheet would run, and the lab reads the original messages', async () => {
    const prompts = ["=cmd|' /C calc'!A0", '@mention, "hi"', '-5 degrees', "'=quoted'", "'tis late", '\t+1', 'plain']
    const records = prompts.map((prompt, index) => ({
      unique_id: `=${index}`,
      prompt,
      created_at: '2026-03-02T10:00:00.000Z',
      answer: '@all',
    }))
    const { url } = await journalService({ records })
    const cwd = await copyOf('shop')
    await addEnvironment(cwd, url, 'b1')
    expect((await harvest(cwd, period)).code).toBe(0)
    const [, ...rows] = parse(readFileSync(join(cwd, 'messages.csv'), 'utf8'), { bom: true })
    expect(rows.flat().filter((cell: string) => /^\s*[=+@-]/.test(cell))).toEqual([])
    const replay = await scenewright(['lab', '--replay', 'messages.csv', '--write-labels', 'labels.csv'], { cwd })
    expect(replay.code).toBe(0)
    // What the lab writes, it reads in the same way.
    await scenewright(['lab', '--replay', 'labels.csv', '--write-labels', 'labels.jsonl'], { cwd })
    const read = readFileSync(join(cwd, 'labels.jsonl'), 'utf8').trimEnd().split('\n')
    expect(read.map(line => JSON.parse(line).text)).toEqual(prompts.map(prompt => prompt.trim()))
  })

  test('contains personal data only with --no-mask, with a warning; allowed data stays', async () => {
    const records = [
      { unique_id: '1', prompt: 'anna@shop.de or help@company.de', created_at: '2026-03-02T10:00:00.000Z' },
    ]
    const { url } = await journalService({ records })
    const cwd = await projectAt(url, 'b1', 'allow_personal_data: [help@company.de]\n')
    expect((await harvest(cwd, period)).stdout).toContain('masked: 1 [email]')
    expect(readFileSync(join(cwd, 'messages.csv'), 'utf8')).toContain('[email] or help@company.de')
    const { stderr } = await harvest(cwd, [...period, '--no-mask', '--force'])
    expect(stderr).toContain('Personal data is not masked')
    expect(readFileSync(join(cwd, 'messages.csv'), 'utf8')).toContain('anna@shop.de')
  })
})

test.skipIf(!canMakeTerminal)(
  'a terminal shows the progress, and the line is removed at the end (skipped where there is no Python)',
  async () => {
    const { url } = await journalService({ records: recordsOf({ '2026-03-02': 3 }) })
    const cwd = await projectAt(url)
    const args = ['harvest', '--since', '2026-03-01', '--until', '2026-03-31', '--out', 'messages.csv']
    const { code, screen } = await onTerminal(args, { cwd, env: credentials }, [])
    expect([code, screen.includes('3 of 3 messages read')]).toEqual([0, true])
    expect(screen.slice(screen.indexOf('messages read'))).toContain('\u001b[2K3 messages from')
  },
)

test('docs/harvest.md shows the file of two messages', async () => {
  const page = readFileSync(new URL('../../../../docs/harvest.md', import.meta.url), 'utf8')
  const at = (time: string) => `2026-05-02T${time}:00.000Z`
  const [first, second] = ['I am anna@shop.de, where is my parcel?', 'call me: +44 7911 123456']
  const answer = 'Parcels arrive within 2 to 4 working days.'
  const { url } = await journalService({
    records: [
      { unique_id: '5f0d', prompt: second, created_at: at('09:31'), status: 'OPERATOR', answer: null },
      { unique_id: '5f0c', prompt: first, created_at: at('09:30'), status: 'SUCCESS', answer },
    ],
  })
  const cwd = await projectAt(url)
  expect((await harvest(cwd, ['--since', '2026-05-01', '--until', '2026-05-31'])).code).toBe(0)
  const example = page.split('```csv\n')[1]?.split('```')[0]
  expect(readFileSync(join(cwd, 'messages.csv'), 'utf8')).toBe(`\ufeff${example}`)
})

test.each([
  ['an impossible day', ['--since', '2026-02-30'], 'must be a day'],
  ['another form of a day', ['--since', '1.3.2026'], 'must be a day'],
  ['a period that ends before it begins', ['--since', '2026-03-02', '--until', '2026-03-01'], 'is after --until'],
  ['a day in the future', ['--since', '2999-01-01'], 'is after today'],
  ['an unknown format', ['--since', '2026-03-02', '--out', 'messages.txt'], '.jsonl'],
])('%s is a usage error: 2', async (_, args, expected) => {
  const cwd = await projectAt('http://127.0.0.1:9')
  const { code, stderr } = await harvest(cwd, args)
  expect([code, stderr.includes(expected)]).toEqual([2, true])
})
