import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { html } from '../../src/commands/lab/formats/html.ts'
import { inBrowser, newContext } from '../browser.ts'
import { expectAccessible } from '../expect-accessible.ts'
import { folderWith } from '../run.ts'
import { reportWith } from './sample.ts'

describe.skipIf(inBrowser.isSkipped)(inBrowser.title, () => {
  const attack = `</script><script>document.title='broken'</script><img src=x onerror="document.title='broken'">`
  let page: Page
  let address: string
  const troubles: string[] = []

  beforeAll(async () => {
    const folder = await folderWith({ 'lab.html': html(reportWith(attack), { color: false }) })
    address = pathToFileURL(join(folder, 'lab.html')).href
    // One for all tests, since each new page is a new process; each test loads it anew.
    page = await (await newContext()).newPage()
    page.on('pageerror', error => troubles.push(error.message))
    page.on('console', message => troubles.push(message.text()))
    page.on('request', request => troubles.push(...(request.url() === address ? [] : [request.url()])))
  })

  beforeEach(async () => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.emulateMedia({ colorScheme: null, media: null })
    troubles.length = 0
    await page.goto(address)
  })

  test('the page sends no request, violates no policy of its own, and shows an attack as text', async () => {
    expect(troubles).toEqual([])
    expect(await page.title()).toBe('Trigger lab')
    expect(await page.locator('#pairs td.text').first().textContent()).toBe(attack)
  })

  test.each([1280, 390])('axe reports nothing at %i pixels, light and dark, and nothing overflows', async width => {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessible(page, width)
  })

  test('a filter keeps the items that contain every word', async () => {
    const filter = page.locator('[data-filters="rows"]')
    await filter.fill('other')
    expect(await page.locator('#rows .item:visible').count()).toBe(1)
    await filter.fill('SILENT')
    expect(await page.locator('#rows .item:visible').count()).toBe(1)
    await filter.fill('nix')
    expect(await page.locator('#rows .item:visible').count()).toBe(0)
  })

  test('a head of a column sorts its rows, and says how', async () => {
    const head = page.locator('#scenarios thead th').first()
    const first = () => page.locator('#rows th').first().getAttribute('data-value')
    await head.getByRole('button').click()
    expect([await head.getAttribute('aria-sort'), await first()]).toEqual(['ascending', attack])
    await head.getByRole('button').press('Enter')
    expect([await head.getAttribute('aria-sort'), await first()]).toEqual(['descending', 'other'])
  })

  test('a slider shows the shares at its value', async () => {
    const slider = page.locator('#threshold input')
    await slider.focus()
    await slider.press('End')
    expect(await page.locator('#threshold output').textContent()).toBe('100')
    expect(await page.locator('#threshold [data-of="right"]').textContent()).toBe('50.0 %')
    expect(await page.locator('#threshold [data-of="foreign"]').textContent()).toBe('25.0 %')
  })

  test('arrow keys move between cells, and the details describe each, in any order of the map', async () => {
    for (const order of ['near', 'worst', 'key']) {
      await page.locator('#order').selectOption(order)
      await page.locator('.cell.fill-right').first().click()
      const key = order === 'near' || order === 'worst' ? 'ArrowLeft' : 'ArrowRight'
      await page.keyboard.press(key)
      expect(await page.locator('#details').textContent()).toContain('1 of 3 start other.')
    }
    expect(troubles).toEqual([])
  })

  test('it is complete in dark mode, on paper and without scripts', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(20, 23, 26)')
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.tools:visible, .top:visible').count()).toBe(0)
    const bare = await (await newContext({ javaScriptEnabled: false })).newPage()
    await bare.goto(address)
    expect(await bare.locator('section:visible').count()).toBe(7)
    expect(await bare.locator('.tools:visible, .slide:visible').count()).toBe(0)
  })
})
