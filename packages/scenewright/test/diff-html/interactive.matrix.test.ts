import { readdirSync, writeFileSync } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { visible } from '@scenewright/model/text'
import type { Turn } from '@scenewright/simulator'
import axe from 'axe-core'
import fc from 'fast-check'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byTier } from '../../../../test/tier.ts'
import { bareEnvironment, git, repositoryWith } from '../../../workspace/test/git-repository.ts'
import { turnWords } from '../../src/render/turn-words.ts'
import { inBrowser, launchBrowser } from '../browser.ts'
import { copyOf, folderWith, scenewright } from '../run.ts'

const messagesOfBot = byTier({ once: 40, full: 1000 })

const scenario = `title: Opening hours
trigger_description: The customer asks when the shop is open.
examples: [When are you open?, opening hours]
flow: { nodes: { hours: { text: From nine to five., next: done }, done: END } }
`

const diff = ['diff', '--format', 'html', '--interactive']

const changedBots = new Map<string, ReturnType<typeof changeBot>>()

function changedBot(name: string) {
  const known = changedBots.get(name) ?? changeBot(name)
  changedBots.set(name, known)
  return known
}

/** An example bot with a change of its triggers and its replies, and the page that compares both. */
async function changeBot(name: string) {
  const base = await copyOf(name)
  const head = await repositoryWith({})
  await cp(base, head, { recursive: true })
  git(head, 'add', '--all')
  git(head, 'commit', '--quiet', '--message', 'the bot')
  const files = readdirSync(head, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.scenario.yaml'))
  for (const file of files.sort().slice(0, 4)) {
    const path = join(head, file)
    const text = await readFile(path, 'utf8')
    writeFileSync(path, text.replace(/\n {2}- .*\n/, '\n').replace(/text: (\w)/, 'text: Now $1'))
  }
  const { code, stdout } = await scenewright(diff, { cwd: head, env: bareEnvironment })
  expect(code).toBe(0)
  return { base, head, html: stdout }
}

/** Words of the bot's own examples in any order, cut and mistyped, and messages of any characters. */
function messagesFor(words: readonly string[]): readonly string[] {
  const word = fc.constantFrom(...words)
  const mistyped = fc
    .tuple(word, fc.nat())
    .map(([text, at]) => text.slice(0, at % text.length) + text.slice((at % text.length) + 1))
  const phrase = fc.array(fc.oneof({ weight: 4, arbitrary: word }, mistyped), { minLength: 1, maxLength: 8 })
  const message = fc.oneof(
    { weight: 6, arbitrary: phrase.map(parts => parts.join(' ')) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }) },
    { weight: 1, arbitrary: fc.constantFrom('1', '2', 'hello', '</script><b>', '\u202e reversed') },
  )
  // A line break ends a message of the command line, and a slash begins a command of it.
  const isPlain = (text: string) => text.trim() !== '' && !/[\n\r\u0085\u2028\u2029]/.test(text)
  return fc.sample(message.map(text => text.trim()).filter(isPlain), { numRuns: messagesOfBot, seed: 11 })
}

async function turnsOf(cwd: string, messages: readonly string[]): Promise<readonly Turn[]> {
  const input = `${messages.join('\n')}\n`
  const { code, stdout } = await scenewright(['chat', '--format', 'ndjson'], { cwd, input })
  expect(code).toBe(0)
  return stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
}

/** What the page shows of a turn. */
function shown(turn: Turn): readonly string[] {
  return [turnWords(turn), ...turn.replies, ...(turn.offer ?? []).map(({ label }) => label)]
}

describe.skipIf(inBrowser.isSkipped)(inBrowser.title, () => {
  let browser: Browser
  let page: Page
  const troubles: string[] = []

  beforeAll(async () => {
    browser = await launchBrowser()
    page = await browser.newPage()
    page.on('pageerror', error => troubles.push(error.message))
    page.on('console', message => troubles.push(message.text()))
    page.on('request', request => troubles.push(...(request.url().startsWith('file:') ? [] : [request.url()])))
  })
  afterAll(() => browser?.close())

  async function open(html: string): Promise<void> {
    const folder = await folderWith({ 'diff.html': html })
    await page.goto(pathToFileURL(join(folder, 'diff.html')).href)
  }

  /** Sends all messages as one conversation; returns the answers of both sides to each. */
  const askAll = (messages: readonly string[]): Promise<readonly (readonly (readonly string[])[])[]> =>
    page.evaluate(texts => {
      // In the page; its types are not those of Node.
      const { document } = globalThis as unknown as { readonly document: Record<string, (selector: string) => never> }
      const form = document.querySelector?.('#answers form') as unknown as {
        readonly elements: { readonly message: { value: string } }
        requestSubmit(): void
      }
      type Element = { readonly textContent: string; querySelectorAll(selector: string): Iterable<Element> }
      return texts.map(text => {
        form.elements.message.value = text
        form.requestSubmit()
        const first = document.querySelector?.('#answers .answered') as unknown as Element
        return [...first.querySelectorAll('.pair > div')].map(side =>
          [...side.querySelectorAll(':scope > p > bdi, :scope > ol bdi')].map(each => each.textContent),
        )
      })
    }, messages)

  test.each(['shop', 'clinic'])('both bots of %s answer random messages as on the command line', async name => {
    const { base, head, html } = await changedBot(name)
    await open(html)
    const words = [...new Set((await page.textContent('#data'))?.match(/[\p{L}\p{N}']{2,}/gu) ?? [])]
    const messages = messagesFor(words)
    const answers = await askAll(messages)
    const sides = await Promise.all([turnsOf(base, messages), turnsOf(head, messages)])
    expect(answers).toEqual(messages.map((_, at) => sides.map(turns => shown(turns[at] as Turn))))
    const kinds = new Set(sides.flat().map(({ decision }) => decision.kind))
    expect(kinds.has('start') && kinds.has('none')).toBe(true)
    expect(troubles).toEqual([])
  })

  test('a message is asked from the keyboard, explained, and a new conversation forgets it', async () => {
    const { html } = await changedBot('shop')
    await open(html)
    await page.getByLabel('Message of a customer').fill('where is my order <b>')
    await page.keyboard.press('Enter')
    const turn = page.locator('#answers .answered').first()
    expect(await turn.locator('.message').textContent()).toContain('where is my order <b>')
    await turn.locator('summary').first().click()
    expect(await turn.locator('.score').first().textContent()).toMatch(/^\S+ \d+\.\d of \d+.*(?:example|words)/)
    await page.getByRole('button', { name: 'New conversation' }).click()
    expect(await page.locator('#answers .answered').count()).toBe(0)
    expect(visible((await page.locator('#answers').textContent()) ?? '')).toContain('no message leaves it')
    expect(troubles).toEqual([])
  })

  test.each([
    [1280, 'light'],
    [1280, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const)('axe reports nothing at %i pixels, %s, and nothing overflows', async (width, colorScheme) => {
    const { html } = await changedBot('shop')
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    await open(html)
    await askAll(['where is my order', 'asdf'])
    for (const why of await page.locator('#answers summary').all()) await why.click()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    await page.evaluate(axe.source)
    expect(await page.evaluate('axe.run().then(({ violations }) => violations)')).toEqual([])
  })
})

test.each([
  ['another format', ['--interactive'], '--interactive requires --format html'],
  ['two files', ['--interactive', '--format', 'html', 'a.scenario.yaml', 'b.scenario.yaml'], 'are not complete bots'],
])('--interactive with %s is a usage error', async (_, args, message) => {
  const cwd = await repositoryWith({ 'a.scenario.yaml': scenario, 'b.scenario.yaml': scenario })
  const { code, stderr } = await scenewright(['diff', ...args], { cwd, env: bareEnvironment })
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
})
