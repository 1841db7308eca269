import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Place } from '@scenewright/model'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { byTier } from '../../../test/tier.ts'
import { answersOf, askAll, randomMessages } from './asked-page.ts'
import { inBrowser, newContext } from './browser.ts'
import { copyOf, folderWith, scenewright } from './run.ts'
import { serveFolder } from './serve-folder.ts'

const messagesOfBot = byTier({ once: 40, full: 1000 })

const script = fileURLToPath(new URL('../../../scripts/playground.mjs', import.meta.url))

const form = '#ask'

const keyOf = (file: string) => file.replace(/^scenarios\//, '').replace('.scenario.yaml', '')

/** Runs in the page, whose types are not those of Node. */
const putInPage = `sources => {
  const [files, create, editor] = ['files', 'new', 'editor'].map(id => document.getElementById(id))
  for (const [file, key, text] of sources) {
    if ([...files.options].some(({ value }) => value === file)) {
      files.value = file
      files.dispatchEvent(new Event('change'))
    } else {
      create.elements.key.value = key
      create.requestSubmit()
    }
    editor.value = text
    editor.dispatchEvent(new Event('input'))
  }
}`

/** Notes the moment from which the page can be used: the loading of its other parts begins later. */
const noteWhenShown = `new MutationObserver(() => {
  if (window.shownAt === undefined && document.body?.textContent.includes('No findings.')) {
    window.shownAt = performance.now()
  }
}).observe(document, { subtree: true, childList: true, characterData: true })`

const requestedUntilShown =
  'performance.getEntries().filter(({ name, startTime }) => name.startsWith("http") && startTime <= window.shownAt).map(({ name }) => name)'

describe.skipIf(inBrowser.isSkipped)(inBrowser.title, () => {
  let page: Page
  let root: string
  let served: Awaited<ReturnType<typeof serveFolder>>
  const troubles: string[] = []

  beforeAll(async () => {
    root = await folderWith({})
    execFileSync(process.execPath, [script, root], { stdio: 'pipe' })
    served = await serveFolder(root)
    page = await (await newContext()).newPage()
    page.on('pageerror', error => troubles.push(error.message))
    page.on('console', message => troubles.push(message.text()))
    page.on('request', request => troubles.push(...(request.url().startsWith(served.url) ? [] : [request.url()])))
  })
  afterAll(() => served.close())

  beforeEach(async () => {
    troubles.length = 0
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.emulateMedia({ colorScheme: null })
    await page.goto(served.url)
    await isEvaluated()
    expect(await page.locator('#count').textContent()).toBe('No findings.')
  })

  const editor = () => page.getByLabel('Source', { exact: true })
  const findings = () => page.locator('#findings > li')
  const selected = () =>
    page.evaluate(
      "document.getElementById('editor').value.slice(document.getElementById('editor').selectionStart, document.getElementById('editor').selectionEnd)",
    )

  const isEvaluated = () => page.locator('#findings[aria-busy="false"]').waitFor({ state: 'attached' })
  /** Writes sources as a person does, but all at once: the page evaluates a bot that grows after each of them. */
  const put = (sources: readonly (readonly string[])[]) =>
    page.evaluate(`(${putInPage})(${JSON.stringify(sources.map(([file = '', text]) => [file, keyOf(file), text]))})`)

  /** Opens the page on a server of its own: one that is open already loads its other parts. */
  async function openAlone() {
    const own = await serveFolder(root)
    const context = await newContext()
    const opened = await context.newPage()
    await opened.addInitScript(noteWhenShown)
    const parts = readdirSync(root).filter(name => /^part-/.test(name) && statSync(join(root, name)).size > 1000)
    const left = new Set(parts.map(name => `/${name}`))
    const hasAll = new Promise<void>(resolve => {
      opened.on('requestfinished', request => {
        left.delete(new URL(request.url()).pathname)
        if (left.size === 0) resolve()
      })
    })
    await opened.goto(own.url)
    await opened.getByText('No findings.').waitFor()
    const first: readonly string[] = await opened.evaluate(requestedUntilShown)
    const sizeOf = (url: string) => own.sent.get(new URL(url).pathname.replace(/\/$/, '/index.html')) ?? 0
    return {
      opened,
      context,
      hasAll,
      /** Until the page can be used, and all so far. */
      bytes: () => ({
        first: first.reduce((sum, url) => sum + sizeOf(url), 0),
        all: [...own.sent.values()].reduce((sum, size) => sum + size, 0),
      }),
      async end() {
        await context.close()
        await own.close()
      },
    }
  }

  test('the page loads at most 200 kB, compressed, and asks no other host', async () => {
    const { bytes, end } = await openAlone()
    const { first } = bytes()
    expect(first).toBeGreaterThan(50_000)
    expect(first).toBeLessThanOrEqual(200 * 1024)
    await end()
    expect(troubles).toEqual([])
  })

  test('the page needs no network once it has loaded its other parts, of at most 50 kB', async () => {
    const { opened, context, hasAll, bytes, end } = await openAlone()
    // The rest are parts of a few bytes for languages that a page does not read.
    await hasAll
    await opened.waitForLoadState('networkidle')
    const { first, all } = bytes()
    expect(all - first).toBeLessThanOrEqual(50 * 1024)
    await context.setOffline(true)
    await opened.getByLabel('Source', { exact: true }).fill('title: [')
    await opened.locator('#findings > li').first().waitFor()
    expect(await opened.locator('#findings').textContent()).toContain('source/syntax')
    await end()
  })

  test('a finding appears while a person types, leads to its place, and its fix changes the source', async () => {
    const text = await editor().inputValue()
    await editor().fill(text.replace('next: done', 'next: don'))
    await findings().first().waitFor()
    expect(await findings().first().textContent()).toContain('graph/unknown-target')
    await findings().first().locator('.place').click()
    expect(await selected()).toBe('don')
    await findings().first().getByRole('button').last().click()
    await page.getByText('No findings.').waitFor()
    expect(await editor().inputValue()).toBe(text)
  })

  test('an internal error is shown, and the page goes on', async () => {
    // One is called for each text of a source, the other for the words of a message that is asked.
    await page.evaluate(`for (const [method, unlucky] of [['trim', 'unlucky text'], ['normalize', 'ünlucky']]) {
      const original = String.prototype[method]
      String.prototype[method] = function (...args) {
        if (this.includes(unlucky) && !this.includes('\\n')) throw new Error('the test says so')
        return original.apply(this, args)
      }
    }`)
    const text = await editor().inputValue()
    await editor().fill(text.replace('text: ', 'text: unlucky text '))
    await page.getByText('Internal error: the test says so. The bot still has').waitFor()
    await isEvaluated()
    expect(await findings().count()).toBe(0)
    await editor().fill(text.replace('next: done', 'next: don'))
    await page.getByText('1 finding').waitFor()

    const answers = page.locator('#turns > li')
    const ask = async (message: string) => {
      await page.getByLabel('Message').fill(message)
      await page.getByRole('button', { name: 'Ask' }).click()
    }
    await ask('ünlucky message')
    expect(await answers.first().textContent()).toContain('Internal error: the test says so')
    await ask('delivery time')
    expect(await answers.first().textContent()).not.toContain('Internal error')
    expect(await answers.count()).toBe(2)
  })

  test('a fix in the first line is right behind a byte order mark that was pasted', async () => {
    const source = (next: string) =>
      `flow: { nodes: { a: { text: Hi, next: ${next} }, done: END } }\ntitle: Hi\ntrigger_description: Hello\nexamples: [hi]\n`
    await editor().fill(`\ufeff${source('don')}`)
    const finding = findings().filter({ hasText: 'graph/unknown-target' })
    await finding.locator('.place').click()
    expect(await selected()).toBe('don')
    await finding.getByRole('button').last().click()
    await isEvaluated()
    expect(await editor().inputValue()).toBe(source('done'))
    expect(troubles).toEqual([])
  })

  test('the place of a finding is in view, however long the source is', async () => {
    const comments = '    # more\n'.repeat(200)
    const text = (await editor().inputValue()).replace('next: done\n', `next: don\n${comments}`)
    await editor().fill(text.replace('examples:\n', `${comments}examples:\n`))
    await findings().first().waitFor()
    await page.evaluate("document.getElementById('editor').scrollTop = 0")
    await findings().first().locator('.place').click()
    const view = await page.evaluate(
      "(({ scrollTop, clientHeight, scrollHeight }) => [scrollTop, scrollTop + clientHeight].map(each => each / scrollHeight))(document.getElementById('editor'))",
    )
    // Half of the lines are before the place.
    expect(view).toEqual([expect.toSatisfy(top => top < 0.5), expect.toSatisfy(bottom => bottom > 0.5)])
    expect(troubles).toEqual([])
  })

  test('a fix of a text that is no longer there changes nothing', async () => {
    const text = (await editor().inputValue()).replace('next: done', 'next: don')
    await editor().fill(text)
    await findings().first().waitFor()
    const press = "document.querySelector('#findings button:not(.place)').click()"
    await page.evaluate(
      `(${putInPage})([['scenarios/delivery/times.scenario.yaml', '', ${JSON.stringify(`# new\n${text}`)}]]); ${press}`,
    )
    expect(await editor().inputValue()).toBe(`# new\n${text}`)
    await findings().filter({ hasText: 'times.scenario.yaml:19' }).getByRole('button').last().click()
    await page.getByText('No findings.').waitFor()
    expect(await editor().inputValue()).toBe(`# new\n${text.replace('next: don\n', 'next: done\n')}`)
  })

  test('a new scenario is added by its key, answers, and is removed', async () => {
    await page.getByLabel('Key of a new scenario').fill('../orders')
    await page.keyboard.press('Enter')
    expect(await page.locator('#new-fault').textContent()).toContain('no key')
    await page.getByLabel('Key of a new scenario').fill('orders/lost-parcel')
    await page.keyboard.press('Enter')
    await page.getByLabel('File').selectOption('scenarios/orders/lost-parcel.scenario.yaml')
    expect(await editor().inputValue()).toContain('title: "lost parcel"')
    await findings().first().waitFor()
    await page.getByLabel('Message', { exact: true }).fill('lost parcel')
    await page.keyboard.press('Enter')
    expect(await page.locator('#turns > li').first().textContent()).toContain('starts orders/lost-parcel')
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('No findings.').waitFor()
    expect(troubles).toEqual([])
  })

  test.each([
    ['no YAML', 'a: [', 'source/syntax'],
    ['an empty text', '', 'source/'],
    ['another kind of document', '[1, 2]', 'source/'],
    ['a bomb of aliases', `a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n${'d: [*c, *c]\n'.repeat(3)}`, 'source/'],
  ])('%s is a finding', async (_, text, rule) => {
    await editor().fill(text)
    await findings().filter({ hasText: rule }).first().waitFor()
    expect(troubles).toEqual([])
  })

  test.each(['shop', 'clinic'])('findings and answers of %s are those of the command line', async name => {
    const cwd = await copyOf(name)
    const starters = await page.locator('#files option').allTextContents()
    const names = readdirSync(join(cwd, 'scenarios'), { recursive: true, encoding: 'utf8' })
    const own = names.filter(each => each.endsWith('.scenario.yaml')).sort()
    const sources = own.map(each => [`scenarios/${each}`, readFileSync(join(cwd, 'scenarios', each), 'utf8')])
    const alone = await folderWith({ 'scenewright.config.yaml': 'bot: {}\n', ...Object.fromEntries(sources) })
    const { findings: expected } = JSON.parse((await scenewright(['check', '--format', 'json'], { cwd: alone })).stdout)
    const messages = randomMessages(sources.map(([, text]) => text).join(' '), messagesOfBot)
    const { shown, turns } = await answersOf(alone, messages)
    await put(sources)
    for (const file of starters.filter(each => !own.includes(each.replace('scenarios/', '')))) {
      await page.getByLabel('File').selectOption(file)
      await page.getByRole('button', { name: 'Remove' }).click()
    }
    await isEvaluated()
    const count =
      expected.length === 0 ? 'No findings.' : `${expected.length} finding${expected.length === 1 ? '' : 's'}`
    expect(await page.locator('#count').textContent()).toBe(count)
    const places = await page.locator('#findings .place').allTextContents()
    expect(places).toEqual(expected.map((each: Place) => `${each.file}:${each.range.start.line}`))
    expect(await askAll(page, form, messages)).toEqual(shown.map(answer => [answer]))
    expect(new Set(turns.map(({ decision }) => decision.kind)).size).toBeGreaterThan(1)
    expect(troubles).toEqual([])
  })

  test.each([1280, 390])('axe reports nothing at %i pixels, light and dark, and nothing overflows', async width => {
    await page.setViewportSize({ width, height: 800 })
    await editor().fill((await editor().inputValue()).replace('next: done', 'next: nowhere'))
    await findings().first().waitFor()
    await askAll(page, form, ['delivery time', 'asdf'])
    await page.evaluate(axe.source)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await page.evaluate('document.documentElement.scrollWidth'), colorScheme).toBe(width)
      const run = 'axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations)'
      expect(await page.evaluate(run), colorScheme).toEqual([])
    }
  })
})
