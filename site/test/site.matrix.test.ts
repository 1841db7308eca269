import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import axe from 'axe-core'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inBrowser, newContext } from '../../packages/scenewright/test/browser.ts'
import { serveFolder } from '../../packages/scenewright/test/serve-folder.ts'
import { byTier } from '../../test/tier.ts'
import { addressOf } from '../navigation.ts'
import { buildSite, deadLinks, filesBelow } from './built-site.ts'

const isFull = byTier({ once: false, full: true })
const only = isFull ? '' : ' (skipped: runs in npm run test:full)'
const docs = fileURLToPath(new URL('../../docs/', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'scenewright-site-'))
const built = join(folder, 'built')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(!isFull)(`the built site${only}`, () => {
  beforeAll(() => buildSite(['--out', built]))

  test('has every page, and no link of a page leads to nothing', () => {
    const files = filesBelow(built)
    const sources = [...filesBelow(docs).keys()].filter(path => path.endsWith('.md'))
    const pages = sources.map(path => `${addressOf(path.slice(1)).replace(/\/$/, '/index')}.html`)
    expect(pages.length).toBeGreaterThan(100)
    expect(pages.filter(page => !files.has(page))).toEqual([])
    expect(deadLinks(files)).toEqual([])
  })

  test('is the same, byte for byte, in another folder', async () => {
    const again = join(folder, 'again')
    await buildSite(['--out', again])
    const [one, other] = [filesBelow(built), filesBelow(again)]
    expect([...other.keys()]).toEqual([...one.keys()])
    expect([...one].filter(([path, content]) => !other.get(path)?.equals(content)).map(([path]) => path)).toEqual([])
  })

  test('can be served below a path', async () => {
    const below = join(folder, 'below')
    await buildSite(['--out', join(below, 'docs'), '--base', '/docs/'])
    expect(deadLinks(filesBelow(below))).toEqual([])
  })

  test.each([
    ['a page', '[a page](no-such-page.md)', 'no-such-page'],
    ['another file', '[a file](../scenarios/no-such-file.csv)', 'no-such-file.csv'],
    ['a picture', '![a picture](pictures/no-such-picture.png)', 'no-such-picture.png'],
  ])('the build fails if a link leads to %s that does not exist', async (_, link, name) => {
    const copy = mkdtempSync(join(folder, 'docs-'))
    cpSync(docs, copy, { recursive: true })
    writeFileSync(join(copy, 'tutorial.md'), `${readFileSync(join(copy, 'tutorial.md'), 'utf8')}\n${link}\n`)
    await expect(buildSite(['--docs', copy, '--out', join(copy, 'built')])).rejects.toThrow(name)
  })

  describe.skipIf(inBrowser.isSkipped)(inBrowser.title, () => {
    let served: Awaited<ReturnType<typeof serveFolder>>
    let context: BrowserContext
    let page: Page
    const troubles: string[] = []

    beforeAll(async () => {
      served = await serveFolder(built)
    })
    afterAll(() => served?.close())
    beforeEach(async () => {
      troubles.length = 0
      served.unknown.length = 0
      served.sent.clear()
      context = await newContext({ viewport: { width: 1280, height: 900 }, colorScheme: 'light' })
      page = await context.newPage()
      page.on('pageerror', error => troubles.push(error.message))
      page.on('console', message => troubles.push(message.text()))
      page.on('request', request => {
        if (!request.url().startsWith(served.url) && !request.url().startsWith('data:')) troubles.push(request.url())
      })
    })
    afterEach(async () => {
      await context.close()
      // Nothing is missing, nothing leaves this machine, and nothing fails.
      expect([...troubles, ...served.unknown]).toEqual([])
    })

    /** Opens a page, until its script has taken over. */
    const open = async (path: string) => {
      await page.goto(served.url + path)
      await page.waitForFunction('document.getElementById("app").__vue_app__ !== undefined')
      if (path === 'playground.html') await playground().getByText('No findings.').waitFor()
    }
    const playground = () => page.frameLocator('iframe.playground')
    /** Resolves once the element that the selector finds is on the screen. */
    const isShown = (selector: string) =>
      page.waitForFunction(
        `(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.querySelector('${selector}').getBoundingClientRect())`,
      )

    describe.each([
      [1280, 'light'],
      [1280, 'dark'],
      [390, 'light'],
      [390, 'dark'],
    ] as const)('at %i pixels, %s', (width, colorScheme) => {
      test.each([
        ['the first page', ''],
        ['a tutorial', 'tutorial.html'],
        ['a how-to guide', 'lab.html'],
        ['a reference', 'source-format.html'],
        ['an explanation', 'simulation.html'],
        ['the list of rules', 'rules/'],
        ['a rule', 'rules/graph/unknown-target.html'],
        ['operations of the API', 'service/api/bots.html'],
        ['the playground', 'playground.html'],
        ['a page that does not exist', '404.html'],
      ])('axe reports nothing on %s, and nothing overflows', async (_, path) => {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme })
        await open(path)
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
        for (const frame of page.frames()) await frame.evaluate(axe.source)
        expect(await page.evaluate('axe.run().then(({ violations }) => violations)')).toEqual([])
      })
    })

    test('the search finds a page and opens it, with the keyboard alone', async () => {
      await open('')
      await page.keyboard.press('Control+k')
      await page.locator('.VPLocalSearchBox input').waitFor()
      await page.keyboard.insertText('unknown-target')
      await page.locator('.VPLocalSearchBox .result.selected').filter({ hasText: 'graph/unknown-target' }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(url => url.pathname === '/rules/graph/unknown-target.html')
      await page.getByRole('heading', { level: 1, name: 'graph/unknown-target' }).waitFor()
    })

    test('the first page loads one of its two pictures', async () => {
      await open('')
      await page.locator('.picture .light-only').evaluate('node => node.decode()')
      expect([...served.sent.keys()].filter(path => path.endsWith('.png'))).toEqual([
        expect.stringContaining('playground-light'),
      ])
    })

    test('a link to a heading leads to it, as on GitHub', async () => {
      await open('service/api/bots.html#get-botsuniqueid')
      await isShown('#get-botsuniqueid')
      expect(await page.locator('#get-botsuniqueid').textContent()).toContain('GET /bots/{uniqueId}')
    })

    test('what is marked as text stays text', async () => {
      await open('rules/source/placeholder.html')
      expect(await page.locator('main').textContent()).toContain('{{…}}')
      expect(await page.locator('.invalid code').first().textContent()).toContain('<name>')
      expect(await page.locator('main').textContent()).not.toContain('<!--')
    })

    test('the menu marks the page in its group, and shows it', async () => {
      await open('rules/graph/trap.html')
      await isShown('.VPSidebar .is-active > .item')
      expect(await page.locator('.VPSidebar .is-active > .item').textContent()).toBe('graph/trap')
    })

    test('dark is a choice that remains, also in the playground', async () => {
      // Not set by the test: the playground would take it, and not the choice.
      await page.emulateMedia({ colorScheme: null })
      await open('')
      await page.getByRole('switch').first().click()
      await page.reload()
      expect(await page.locator('html').getAttribute('class')).toContain('dark')
      await page.getByRole('link', { name: 'Try it in the browser' }).click()
      await playground().getByText('No findings.').waitFor()
      const isDark = 'matchMedia("(prefers-color-scheme: dark)").matches'
      expect(await page.evaluate(isDark)).toBe(false)
      expect(await page.frame({ url: /playground\/index/ })?.evaluate(isDark)).toBe(true)
    })

    test('the playground checks and answers, and loads at most 200 kB of its own, compressed', async () => {
      await open('playground.html')
      const own = [...served.sent].filter(([path]) => path.startsWith('/playground/'))
      const bytes = own.reduce((sum, [, size]) => sum + size, 0)
      expect(bytes).toBeGreaterThan(50_000)
      expect(bytes).toBeLessThanOrEqual(200 * 1024)
      const editor = playground().getByLabel('Source', { exact: true })
      const before = new Map(served.sent)
      await editor.fill((await editor.inputValue()).replace('next: done', 'next: don'))
      await playground().getByText('graph/unknown-target').waitFor()
      await playground().getByRole('button', { name: 'Write "done"' }).click()
      await playground().getByText('No findings.').waitFor()
      await playground().getByLabel('Message', { exact: true }).fill('how long is the delivery time')
      await page.keyboard.press('Enter')
      await playground().getByText('starts delivery/times').waitFor()
      // What was typed is in no request: only parts of the script are loaded.
      const later = [...served.sent.keys()].filter(path => !before.has(path))
      expect(later.filter(path => !/^\/playground\/part-\w+\.js$/.test(path))).toEqual([])
    })
  })
})
