import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { html } from '../../src/commands/deploy/formats/html.ts'
import { inBrowser, launchBrowser } from '../browser.ts'
import { folderWith } from '../run.ts'
import { changes, entry, everyKind, now, planWith } from './sample.ts'

describe.skipIf(inBrowser.isSkipped)(inBrowser.title, () => {
  let browser: Browser
  let address: string

  beforeAll(async () => {
    browser = await launchBrowser()
    const attack = `<img src=x onerror="document.title='broken'">${'long'.repeat(60)}`
    const plan = planWith([...everyKind.entries, entry(attack, { action: 'update', reason: 'changed' })])
    const folder = await folderWith({ 'plan.html': html(plan, { color: false, now, changes }) })
    address = pathToFileURL(join(folder, 'plan.html')).href
  })
  afterAll(() => browser?.close())

  test.each([
    ['light', 1280, 'rgb(247, 247, 245)'],
    ['dark', 1280, 'rgb(20, 23, 26)'],
    ['light', 390, 'rgb(247, 247, 245)'],
    ['dark', 390, 'rgb(20, 23, 26)'],
  ] as const)(
    'in the %s, %i pixels wide, nothing overflows, is requested or runs',
    async (colorScheme, width, ground) => {
      const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme })
      const troubles: string[] = []
      page.on('console', message => troubles.push(message.text()))
      page.on('request', request => troubles.push(...(request.url() === address ? [] : [request.url()])))
      await page.goto(address)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(ground)
      expect(await page.title()).toBe('Plan for production')
      expect(troubles).toEqual([])
      if (process.env.SCENEWRIGHT_TEST_PICTURES) {
        await page.screenshot({ path: join(process.env.SCENEWRIGHT_TEST_PICTURES, `plan-${colorScheme}-${width}.png`) })
      }
      await page.close()
    },
  )
})
