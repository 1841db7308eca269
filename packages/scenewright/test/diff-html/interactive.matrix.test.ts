import { readdirSync, writeFileSync } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { visible } from '@scenewright/model/text'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { byTier } from '../../../../test/tier.ts'
import { bareEnvironment, git, repositoryWith } from '../../../workspace/test/git-repository.ts'
import { answersOf, askAll, randomMessages } from '../asked-page.ts'
import { inBrowser, newContext } from '../browser.ts'
import { copyOf, folderWith, scenewright } from '../run.ts'

const messagesOfBot = byTier({ once: 40, full: 1000 })

const scenario = `title: Opening hours
trigger_description: The customer asks when the shop is open.
examples: [When are you open?, opening hours]
flow: { nodes: { hours: { text: From nine to five., next: done }, done: END } }
`

const form = '#answers form'

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

describe.skipIf(inBrowser.isSkipped)(inBrowser.title, () => {
  let page: Page
  const troubles: string[] = []

  beforeAll(async () => {
    page = await (await newContext()).newPage()
    page.on('pageerror', error => troubles.push(error.message))
    page.on('console', message => troubles.push(message.text()))
    page.on('request', request => troubles.push(...(request.url().startsWith('file:') ? [] : [request.url()])))
  })

  async function open(html: string): Promise<void> {
    const folder = await folderWith({ 'diff.html': html })
    await page.goto(pathToFileURL(join(folder, 'diff.html')).href)
  }

  test.each(['shop', 'clinic'])('both bots of %s answer random messages as on the command line', async name => {
    const { base, head, html } = await changedBot(name)
    await open(html)
    const messages = randomMessages((await page.textContent('#data')) ?? '', messagesOfBot)
    const [before, after] = [await answersOf(base, messages), await answersOf(head, messages)]
    const expected = messages.map((_, at) => [before.shown[at], after.shown[at]])
    expect(await askAll(page, form, messages)).toEqual(expected)
    const kinds = new Set([...before.turns, ...after.turns].map(({ decision }) => decision.kind))
    expect(kinds.has('start') && kinds.has('none')).toBe(true)
    expect(troubles).toEqual([])
  })

  test('a message is asked from the keyboard, explained, and a new conversation forgets it', async () => {
    const { html } = await changedBot('shop')
    await open(html)
    await page.getByLabel('Message', { exact: true }).fill('where is my order <b>')
    await page.keyboard.press('Enter')
    for (const name of ['Base', 'Head']) {
      const region = page.getByRole('region', { name, exact: true })
      expect(await region.locator('.answered').count()).toBe(1)
      expect(await region.locator('.reply').count()).toBeGreaterThan(0)
    }
    const turn = page.getByRole('region', { name: 'Head', exact: true }).locator('.answered').first()
    expect(await turn.locator('.mark').textContent()).toMatch(/^(?:same|~ other) answer$/)
    expect(await turn.locator('.message').textContent()).toContain('where is my order <b>')
    await turn.locator('summary').first().click()
    expect(await turn.locator('.score').first().textContent()).toMatch(/^\S+ \d+\.\d of \d+.*(?:example|words)/)
    await page.getByRole('button', { name: 'New conversation' }).click()
    expect(await page.locator('#answers .answered').count()).toBe(0)
    expect(visible((await page.locator('#answers').textContent()) ?? '')).toContain('no message leaves it')
    expect(troubles).toEqual([])
  })

  test.each([1280, 390])('axe reports nothing at %i pixels, light and dark, and nothing overflows', async width => {
    const { html } = await changedBot('shop')
    await page.setViewportSize({ width, height: 800 })
    await open(html)
    await askAll(page, form, ['where is my order', 'asdf'])
    for (const why of await page.locator('#answers summary').all()) await why.click()
    await page.evaluate(axe.source)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await page.evaluate('document.documentElement.scrollWidth'), colorScheme).toBe(width)
      const run = 'axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations)'
      expect(await page.evaluate(run), colorScheme).toEqual([])
    }
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
