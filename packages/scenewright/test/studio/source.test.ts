import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { repositoryWith } from '../../../workspace/test/git-repository.ts'
import { inBrowser } from '../browser.ts'
import { openStudioPage, refundProject } from './studio-page.ts'

describe.skipIf(inBrowser.isSkipped)(`the language server in the source, ${inBrowser.title}`, () => {
  const refund = 'scenarios/orders/refund.scenario.yaml'
  const cancel = refundProject['scenarios/orders/cancel.scenario.yaml']

  async function openSource(file: string, files: Readonly<Record<string, string>> = {}) {
    const opened = await openStudioPage({ cwd: await repositoryWith({ ...refundProject, ...files }) })
    await opened.page.evaluate(`location.hash = '#/source?${new URLSearchParams({ file })}'`)
    const text = opened.page.getByRole('textbox', { name: `Text of ${file}` })
    await text.waitFor()
    return { ...opened, text }
  }

  /** Puts the cursor at the end of a line. */
  async function clickBehind(page: Page, line: string): Promise<void> {
    await page.locator('.cm-line').filter({ hasText: line }).click()
    await page.keyboard.press('End')
  }

  /** Does something until it has led to an element: nothing happens before the language server is connected. */
  async function doUntil(target: Locator, act: () => Promise<unknown>): Promise<void> {
    while ((await target.count()) === 0) {
      await act()
      await target.waitFor({ timeout: 1000 }).catch(() => {})
    }
  }

  test('suggests the nodes of the flow, and the fields of a scenario', async () => {
    const { page, text } = await openSource(refund)
    await clickBehind(page, 'next: don')
    const done = page.getByRole('option', { name: 'done' })
    await doUntil(done, () => page.keyboard.press('Control+Space'))
    await done.click()
    await text.filter({ hasText: 'next: done' }).waitFor()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('is_')
    await page.getByRole('option', { name: 'is_active' }).waitFor()
  })

  test('keeps every letter of a text that is typed fast', async () => {
    const { page, text } = await openSource(refund)
    const typed = ' and what was promised'.repeat(5)
    await clickBehind(page, 'Refunds take up to 5 days.')
    await page.keyboard.type(typed)
    await text.filter({ hasText: `finance${typed}` }).waitFor()
  })

  test('explains the name under the pointer as text', async () => {
    const title = '<img src=x onerror=alert(1)> **bold**'
    const { page } = await openSource('scenarios/orders/refund.test.yaml', {
      'scenarios/orders/cancel.scenario.yaml': cancel.replace('Cancel an order', title),
    })
    const tooltip = page.locator('.cm-lsp-hover-tooltip')
    await doUntil(tooltip, async () => {
      await page.mouse.move(0, 0)
      await page
        .locator('.cm-line')
        .filter({ hasText: 'orders/cancel' })
        .hover({ position: { x: 130, y: 8 } })
    })
    expect(await tooltip.textContent()).toContain(title)
    expect(await tooltip.locator('img').count()).toBe(0)
  })

  test('goes to the definition in another file with F12', async () => {
    const { page } = await openSource('scenarios/orders/refund.test.yaml')
    await clickBehind(page, 'orders/cancel')
    const definition = page.getByRole('textbox', { name: 'Text of scenarios/orders/cancel.scenario.yaml' })
    await doUntil(definition, () => page.keyboard.press('F12'))
  })

  test('formats the text, which stays unsaved', async () => {
    const { page, text } = await openSource(refund, {
      [refund]: refundProject[refund].replace('min_confidence: 60', 'min_confidence:    60'),
    })
    await clickBehind(page, 'min_confidence')
    await doUntil(page.getByText('Unsaved.'), () => page.keyboard.press('Shift+Alt+F'))
    expect(await text.textContent()).toContain('min_confidence: 60')
  })
})
