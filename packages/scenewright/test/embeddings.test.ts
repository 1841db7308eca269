import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { answer, dataOf, type Misbehavior, sent, startEmbeddings } from '../../workspace/test/embeddings-server.ts'
import { bin, folderWith, scenewright } from './run.ts'

const key = 'sk-secret-0123456789'

function scenario(title: string, ...examples: readonly string[]): string {
  return `title: ${title}
trigger_description: The customer asks about ${title}.
examples: ${JSON.stringify(examples)}
flow: { nodes: { say: { text: It is about ${title}., next: done }, done: END } }
`
}

function projectFor(url: string, more = ''): Promise<string> {
  return folderWith({
    'scenewright.config.yaml': `bot: { primary_language: en }\nscorer: { type: embeddings, url: "${url}", model: small${more} }\n`,
    'scenarios/refund.scenario.yaml': scenario(
      'refund',
      'Where is my refund?',
      'I want a refund',
      'refund for an order',
    ),
    'scenarios/hours.scenario.yaml': scenario('hours', 'When are you open?', 'opening hours', 'open on Sunday'),
  })
}

async function score(cwd: string, message: string, env = {}, ...options: readonly string[]) {
  return scenewright(['score', message, '--format', 'json', ...options], { cwd, env })
}

describe('with an endpoint', () => {
  test('scores are by meaning, and the reasons name the nearest example', async () => {
    const { url } = await startEmbeddings()
    const { code, stdout } = await score(await projectFor(url), 'reimbursement')
    expect(code).toBe(0)
    const [best] = JSON.parse(stdout).scores
    expect(best).toMatchObject({ scenario: 'refund', reasons: [{ kind: 'example' }] })
    expect(best.confidence).toBeGreaterThan(0)
  })

  test('texts are sent in batches, at most two requests at once, with the key', async () => {
    const { url, asked, most } = await startEmbeddings()
    const cwd = await projectFor(url, ', batch: 4, dimensions: 64')
    const { code, stdout, stderr } = await score(cwd, 'money', { SCENEWRIGHT_EMBEDDINGS_KEY: key })
    expect(code).toBe(0)
    expect(asked.length).toBeGreaterThan(3)
    expect(asked.every(({ body }) => body.input.length <= 4 && body.model === 'small' && body.dimensions === 64)).toBe(
      true,
    )
    expect(asked.every(one => one.url === '/v1/embeddings' && one.authorization === `Bearer ${key}`)).toBe(true)
    expect(most()).toBe(2)
    expect(stdout + stderr).not.toContain(key)
  })

  test('a second run sends nothing, and prints the same', async () => {
    const { url, asked } = await startEmbeddings()
    const cwd = await projectFor(url)
    const first = await score(cwd, 'money')
    const before = asked.length
    expect(before).toBeGreaterThan(0)
    expect(await score(cwd, 'money')).toEqual(first)
    expect(asked.length).toBe(before)
    expect((await score(cwd, 'something else')).code).toBe(0)
    expect(asked.slice(before).map(({ body }) => body.input)).toEqual([['something else']])
  })

  test('without a cache everything is requested, and nothing stored', async () => {
    const { url, asked } = await startEmbeddings()
    const cwd = await projectFor(url)
    await score(cwd, 'money', {}, '--no-cache')
    const before = asked.length
    await score(cwd, 'money', {}, '--no-cache')
    expect(asked.length).toBe(2 * before)
    expect(existsSync(join(cwd, '.scenewright'))).toBe(false)
  })

  test('a broken cache is rebuilt, and contains no readable message', async () => {
    const { url, asked } = await startEmbeddings()
    const cwd = await projectFor(url)
    const first = await score(cwd, 'my secret illness')
    const folder = join(cwd, '.scenewright/cache')
    const [file = ''] = readdirSync(folder).filter(name => name.startsWith('embeddings-'))
    const pack = readFileSync(join(folder, file), 'utf8')
    expect(pack).not.toContain('illness')
    for (const broken of [pack.slice(0, -80), pack.replace(/[A-D]/, 'E'), '']) {
      writeFileSync(join(folder, file), broken)
      const before = asked.length
      expect(await score(cwd, 'my secret illness')).toEqual(first)
      expect(asked.length).toBeGreaterThan(before)
    }
  })

  test('a message without words is not sent, and a long one is truncated', async () => {
    const { url, asked } = await startEmbeddings()
    const cwd = await projectFor(url)
    const messages = await folderWith({ 'messages.txt': `?!\n${'ha '.repeat(5_000)}\n` })
    expect((await scenewright(['score', '--batch', `${messages}/messages.txt`], { cwd })).code).toBe(0)
    const texts = asked.flatMap(({ body }) => body.input)
    expect(texts).not.toContain('?!')
    expect(Math.max(...texts.map(text => text.length))).toBe(2_000)
  })

  test('a conversation requests each message once', async () => {
    const { url, asked } = await startEmbeddings()
    const cwd = await projectFor(url)
    const { code } = await scenewright(['chat'], { cwd, input: 'first\nsecond\nfirst\n' })
    expect(code).toBe(0)
    const texts = asked.flatMap(({ body }) => body.input)
    expect(texts.slice(-1)).toEqual(['second'])
    expect(new Set(texts).size).toBe(texts.length)
  })

  test('check sends no request', async () => {
    const { url, asked } = await startEmbeddings()
    expect((await scenewright(['check'], { cwd: await projectFor(url) })).code).toBe(0)
    expect(asked).toEqual([])
  })

  test('the table names the source of its numbers', async () => {
    const { url } = await startEmbeddings()
    const { stdout } = await scenewright(['score', 'money'], { cwd: await projectFor(url) })
    expect(stdout).toContain('"small"')
  })
})

describe('an endpoint that fails', () => {
  test('exits with 3, prints a remedy, and never shows the key', async () => {
    const { url } = await startEmbeddings((response, { authorization }) =>
      answer(response, 401, { error: { message: `no ${authorization}` } }),
    )
    const env = { SCENEWRIGHT_EMBEDDINGS_KEY: key, SCENEWRIGHT_DEBUG: '1' }
    const { code, stdout, stderr } = await score(await projectFor(url), 'money', env)
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toContain('help: check the key in SCENEWRIGHT_EMBEDDINGS_KEY')
    expect(stderr).not.toContain(key)
  })

  test('because it is missing', async () => {
    const { code, stderr } = await score(await projectFor('http://127.0.0.1:9/v1'), 'money')
    expect(code).toBe(3)
    expect(stderr).toContain('could not be reached for embeddings')
  })

  test('answers before the error are kept', async () => {
    let isBroken = true
    const { url, asked } = await startEmbeddings((response, { body }) => {
      return isBroken && body.input.includes('money') && answer(response, 400, { error: 'no' })
    })
    const cwd = await projectFor(url, ', batch: 5')
    expect((await score(cwd, 'money')).code).toBe(3)
    const before = asked.length
    isBroken = false
    expect((await score(cwd, 'money')).code).toBe(0)
    expect(asked.length - before).toBeLessThan(before)
  })

  test('since it has changed its model behind the name', async () => {
    const short: Misbehavior = (response, { body }, attempt) =>
      attempt > 1 && answer(response, 200, { data: dataOf(body.input).map(one => ({ ...one, embedding: [1, 2] })) })
    const { url } = await startEmbeddings(short)
    const cwd = await projectFor(url)
    expect((await score(cwd, 'money')).code).toBe(0)
    const { code, stderr } = await score(cwd, 'other')
    expect(code).toBe(3)
    expect(stderr).toContain('returned vectors with 64 numbers, but now 2')
  })
})

test('Ctrl-C ends the wait for an answer that never arrives', async () => {
  let asked = () => {}
  const request = new Promise<void>(done => {
    asked = done
  })
  const { url } = await startEmbeddings(() => sent(asked()))
  const child = spawn(bin, ['score', 'money'], { cwd: await projectFor(url), env: { PATH: process.env.PATH } })
  const ended = new Promise(done => child.once('close', done))
  await request
  child.kill('SIGINT')
  expect(await ended).toBe(130)
})

describe('a config is rejected, at its place', () => {
  test.each([
    ['http://models.example.com/v1', 'is not https'],
    ['https://me:secret@models.example.com/v1', 'contains credentials'],
    ['https://models.example.com/v1?key=1', 'has a query'],
    ['https://models.example.com/v1/embeddings', 'contains /embeddings'],
    ['models', 'is not an http address'],
  ])('with the url %s', async (url, said) => {
    const { code, stderr } = await score(await projectFor(url), 'money')
    expect(code).toBe(2)
    expect(stderr).toMatch(/^error: scenewright\.config\.yaml:2:\d+: /)
    expect(stderr).toContain(said)
    expect(stderr).not.toContain('secret')
  })

  test.each([
    ['{ type: embeddings, model: small }', 'no "url"'],
    ['{ type: embeddings, url: "http://127.0.0.1:9" }', 'no "model"'],
    ['{ type: embeddings, url: "http://127.0.0.1:9", model: m, batch: 0 }', '"batch"'],
    ['{ type: embeddings, url: "http://127.0.0.1:9", model: m, key: k }', '"key" is not a field'],
    ['{ url: "http://127.0.0.1:9", model: m }', 'no "type"'],
    ['{ type: neural }', 'lexical, embeddings'],
  ])('with scorer: %s', async (scorer, said) => {
    const cwd = await folderWith({ 'scenewright.config.yaml': `scorer: ${scorer}\n` })
    const { code, stderr } = await score(cwd, 'money')
    expect(code).toBe(2)
    expect(stderr).toContain(said)
  })

  test.each(['two\nlines', 'two\n'])('with %j as a key, which no header can carry', async key => {
    const cwd = await projectFor('http://127.0.0.1:9/v1')
    const { code, stderr } = await score(cwd, 'money', { SCENEWRIGHT_EMBEDDINGS_KEY: key })
    expect(code).toBe(2)
    expect(stderr).not.toContain('two')
  })
})

test('docs/embeddings.md shows configs that the toolkit accepts', async () => {
  const page = readFileSync(new URL('../../../docs/embeddings.md', import.meta.url), 'utf8')
  const configs = Array.from(page.matchAll(/```yaml config\n([\s\S]*?)```/g), ([, text = '']) => text)
  expect(configs).toHaveLength(2)
  for (const config of configs) {
    const { url, asked } = await startEmbeddings((response, { body }) =>
      answer(response, 200, { data: dataOf(body.input, body.dimensions) }),
    )
    const cwd = await projectFor(url)
    writeFileSync(join(cwd, 'scenewright.config.yaml'), config.replace(/url: .*/, `url: ${url}`))
    expect((await score(cwd, 'money')).code).toBe(0)
    expect(config).toContain(asked[0]?.body.model)
  }
})
