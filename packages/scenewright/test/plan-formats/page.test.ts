import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { html } from '../../src/commands/deploy/formats/html.ts'
import { inBrowser, newContext } from '../browser.ts'
import { folderWith } from '../run.ts'
import { changes, entry, everyKind, now, planWith } from './sample.ts'

describe.skipIf(inBrowser.isSkipped)(inBrowser.title, () => {
  let page: Page
  let address: string
  const troubles: string[] = []

  beforeAll(async () => {
    const attack = `<img src=x onerror="document.title='broken'">${'long'.repeat(60)}`
    const plan = planWith([...everyKind.entries, entry(attack, { action: 'update', reason: 'changed' })])
    const folder = await folderWith({ 'plan.html': html(plan, { color: false, now, changes }) })
    address = pathToFileURL(join(folder, 'plan.html')).href
    page = await (await newContext()).newPage()
    page.on('console', message => troubles.push(message.text()))
    page.on('request', request => troubles.push(...(request.url() === address ? [] : [request.url()])))
  })

  test.each([
    ['light', 1280, 'rgb(247, 247, 245)'],
    ['dark', 1280, 'rgb(20, 23, 26)'],
    ['light', 390, 'rgb(247, 247, 245)'],
    ['dark', 390, 'rgb(20, 23, 26)'],
  ] as const)(
    'in the %s, %i pixels wide, nothing overflows, is requested or runs',
    async (colorScheme, width, ground) => {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      await page.goto(address)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(ground)
      expect(await page.title()).toBe('Plan for production')
      expect(troubles).toEqual([])
      if (process.env.SCENEWRIGHT_TEST_PICTURES) {
        await page.screenshot({ path: join(process.env.SCENEWRIGHT_TEST_PICTURES, `plan-${colorScheme}-${width}.png`) })
      }
    },
  )
})
