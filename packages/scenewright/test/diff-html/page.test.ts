import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadHtml } from '../../src/commands/diff/formats/html.ts'
import { inBrowser, newContext } from '../browser.ts'
import { expectAccessible } from '../expect-accessible.ts'
import { folderWith } from '../run.ts'
import { flow, reportOf, sampleReport, scenario } from './sample.ts'

const html = await loadHtml()
const context = { folder: '', color: false }

/** Scenarios of which each says something else in all of its replies, one after the other. */
function chainsReport(scenarios: number, replies: number) {
  const side = (reply: string) =>
    Array.from({ length: scenarios }, (_none, index) => {
      const texts = Object.fromEntries(Array.from({ length: replies }, (_same, at) => [`n${at}`, `${reply} ${at}`]))
      const ways = Array.from(
        { length: replies },
        (_same, at) => `n${at}>${at === replies - 1 ? 'done' : `n${at + 1}`}`,
      )
      return scenario(`scenario-${index}`, flow({ ...texts, done: 'END' }, ways))
    })
  return reportOf(side('The first answer'), side('Another answer'))
}

/** A flow of sixty replies, of which the last one says something else and the way to it is gone. */
function largeReport() {
  const side = (reply: string, ways: readonly string[]) => {
    const texts = Object.fromEntries(
      Array.from({ length: 60 }, (_none, at) => [`n${at}`, at === 59 ? reply : `Reply ${at}`]),
    )
    return [scenario('large', flow({ ...texts, done: 'END' }, ways))]
  }
  const ways = Array.from({ length: 60 }, (_none, at) => `n${Math.floor((at - 1) / 2)}>n${at}`).slice(1)
  return reportOf(side('One', [...ways, 'n59>done']), side('Another', [...ways.slice(0, -1), 'n59>done', 'n58>done']))
}

describe.skipIf(inBrowser.isSkipped)(inBrowser.title, () => {
  const attack = `</script><script>document.title='broken'</script><img src=x onerror="document.title='broken'">\u202e`
  const shownAttack = attack.replace('\u202e', '\\u202e')
  let page: Page
  let folder: string
  const troubles: string[] = []
  const address = (name: string) => pathToFileURL(join(folder, name)).href

  beforeAll(async () => {
    // One for all tests, since each new page is a new process; each test loads it anew.
    page = await (await newContext()).newPage()
    page.on('pageerror', error => troubles.push(error.message))
    page.on('console', message => troubles.push(message.text()))
    page.on('request', request => troubles.push(...(request.url().startsWith('file:') ? [] : [request.url()])))
    folder = await folderWith({
      'sample.html': html(sampleReport(attack), context),
      'many.html': html(chainsReport(300, 2), context),
      'tall.html': html(chainsReport(1, 8), context),
      'large.html': html(largeReport(), context),
      'none.html': html(reportOf([], []), context),
    })
  })

  beforeEach(async () => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.emulateMedia({ colorScheme: null })
    troubles.length = 0
    await page.goto(address('sample.html'))
  })

  const part = (name: string) =>
    page
      .locator('details.scenario')
      .filter({ has: page.locator('summary', { hasText: name }) })
      .first()
  const viewOf = (side: string) => part('refund').locator(`svg[data-side="${side}"]`).getAttribute('viewBox')
  const open = async (name: string) => {
    const details = part(name)
    if ((await details.getAttribute('open')) === null) await details.locator('summary').click()
    // It is drawn when it comes into view, and the event that tells the page of it comes later.
    await details.scrollIntoViewIfNeeded()
    await details.locator('svg .node').first().waitFor()
    return details
  }

  test('the page sends no request, violates no policy of its own, and shows an attack as text', async () => {
    const details = await open('About k')
    expect(await details.locator('svg .name').first().textContent()).toContain('</script>')
    expect(await page.locator('.message').first().textContent()).toContain(shownAttack)
    expect(await page.title()).toBe('What differs')
    expect(troubles).toEqual([])
  })

  test.each([1280, 390])('axe reports nothing at %i pixels, light and dark, and nothing overflows', async width => {
    await page.setViewportSize({ width, height: 800 })
    for (const name of ['refund', 'gone', 'new', 'About k']) await open(name)
    await (await open('refund')).locator('.show').first().click()
    await expectAccessible(page, width)
  })

  test('a change scrolls to its node, and highlights it on both sides', async () => {
    const details = await open('refund')
    const change = details.locator('.changes > li', { hasText: 'says' }).getByRole('button')
    await change.focus()
    await page.keyboard.press('Enter')
    expect(await change.getAttribute('aria-pressed')).toBe('true')
    expect(await details.locator('.node.lit .name').allTextContents()).toEqual(['wait', 'duration'])
    expect(await details.getByRole('status').textContent()).toBe('In view: duration')
    await page.keyboard.press('Escape')
    expect(await details.locator('.lit, .show[aria-pressed="true"]').count()).toBe(0)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    expect(await details.locator('.lit').count()).toBe(0)
  })

  test('new, removed and renamed parts are labeled, and leave their place empty on the other side', async () => {
    const details = await open('refund')
    const badges = (side: string) => details.locator(`svg[data-side="${side}"] .badge`).allTextContents()
    expect((await badges('head')).sort()).toEqual(['! cut off', '+ new', '~ changed'])
    expect(await details.locator('svg[data-side="base"] .node.absent').count()).toBe(1)
    expect(await details.locator('.node:has(.origin) .name').allTextContents()).toEqual(['hello', 'hello'])
  })

  test('both sides move as one: by keys, buttons, the wheel and by dragging', async () => {
    await open('refund')
    const svg = part('refund').locator('svg[data-side="head"]')
    const seen = [await viewOf('head')]
    const expectMoved = async () => {
      const now = await viewOf('head')
      expect(now).not.toBe(seen.at(-1))
      expect(await viewOf('base')).toBe(now)
      seen.push(now)
    }
    await svg.focus()
    for (const key of ['+', 'ArrowRight', 'ArrowDown', '-', 'ArrowLeft', 'ArrowUp']) {
      await page.keyboard.press(key)
      await expectMoved()
    }
    await part('refund').getByRole('button', { name: 'Zoom in' }).click()
    await expectMoved()
    await svg.click()
    await page.mouse.wheel(0, -200)
    await page.waitForTimeout(50)
    await expectMoved()
    const box = await svg.boundingBox()
    if (box === null) throw new Error('the flow is not seen')
    await page.mouse.move(box.x + 100, box.y + 100)
    await page.mouse.down()
    await page.mouse.move(box.x + 60, box.y + 70)
    await page.mouse.up()
    await expectMoved()
    await page.keyboard.press('0')
    expect(await viewOf('base')).toBe(seen[0])
  })

  test('the visible part never extends beyond the drawing', async () => {
    await page.goto(address('tall.html'))
    const details = page.locator('details.scenario')
    await details.locator('.show').first().click()
    const seen = async () =>
      (await details.locator('svg').first().getAttribute('viewBox'))?.split(' ').map(Number) ?? []
    expect((await seen())[1]).toBe(0)
    await details.locator('.show').last().click()
    const [, top = 0, , height = 0] = await seen()
    expect(top).toBeGreaterThan(0)
    expect(top + height).toBe(await page.evaluate('JSON.parse(data.textContent).drawings[0].height'))
  })

  test('in a flow that is too large to be read at once, the changed part is visible, also on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto(address('large.html'))
    const details = page.locator('details.scenario')
    await details.locator('.changes > li:has(.walk) .show').first().click()
    const isInView = `(() => {
      const svg = document.querySelector('svg').getBoundingClientRect()
      const node = [...document.querySelectorAll('.node.lit')].find(each => each.textContent.includes('n59')).getBoundingClientRect()
      return node.left >= svg.left && node.right <= svg.right && node.top >= svg.top && node.bottom <= svg.bottom
    })()`
    expect(await page.evaluate(isInView)).toBe(true)
    expect(troubles).toEqual([])
  })

  test('a wheel over a flow that is not focused scrolls the page, and Tab leaves a flow', async () => {
    const details = await open('refund')
    const before = await viewOf('head')
    await details.locator('svg').first().hover()
    await page.mouse.wheel(0, 300)
    await page.waitForTimeout(50)
    expect(await viewOf('head')).toBe(before)
    await details.locator('svg').last().focus()
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.tagName')).toBe('SUMMARY')
  })

  test('three hundred scenarios are expanded, and each is drawn when it becomes visible', async () => {
    await page.goto(address('many.html'))
    expect(await page.locator('details.scenario[open]').count()).toBe(300)
    const last = page.locator('details.scenario').last()
    await page.locator('svg .node').first().waitFor()
    expect(await last.locator('svg .node').count()).toBe(0)
    await last.scrollIntoViewIfNeeded()
    await last.locator('svg .node').first().waitFor()
    expect(await last.locator('svg .node').count()).toBe(6)
    expect(await page.locator('details.scenario').nth(150).locator('svg .node').count()).toBe(0)
    await page.getByRole('searchbox').fill('scenario-299 changed')
    expect(await page.locator('details.scenario:visible').count()).toBe(1)
    expect(await page.locator('output').textContent()).toBe('1 of 300')
    expect(troubles).toEqual([])
  })

  test('it is complete without scripts, and says if nothing differs', async () => {
    const bare = await (await newContext({ javaScriptEnabled: false })).newPage()
    await bare.goto(address('sample.html'))
    expect(await bare.locator('.changes:visible').count()).toBe(await bare.locator('details.scenario').count())
    expect(await bare.locator('svg:visible, button:visible').count()).toBe(0)
    await bare.goto(address('none.html'))
    expect(await bare.locator('h1').textContent()).toBe('Nothing differs')
  })
})
