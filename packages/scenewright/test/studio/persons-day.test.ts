import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { repositoryWith } from '../../../workspace/test/git-repository.ts'
import { inBrowser } from '../browser.ts'
import { openStudioPage, press, refundProject, sourcesIn, tabTo, type } from './studio-page.ts'

describe.skipIf(inBrowser.isSkipped)(inBrowser.title, () => {
  const view = (page: Page, name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name })
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  test('a person without a mouse fixes, extends, tries, tests, compares and undoes', async () => {
    const { 'scenarios/orders/refund.test.yaml': _tests, ...untested } = refundProject
    const cwd = await repositoryWith(untested)
    const before = sourcesIn(cwd)
    const source = () => readFileSync(join(cwd, 'scenarios/orders/refund.scenario.yaml'), 'utf8')
    const { page } = await openStudioPage({ cwd })

    // A finding, found by the list's filter, and its fix.
    await type(page.getByLabel('Filter'), 'orders')
    await tabTo(page.getByLabel('Findings'))
    await page.keyboard.press('ArrowDown')
    await page.getByText('1 of 2 scenarios').waitFor()
    await press(page.getByRole('link', { name: 'Refund status' }))
    await press(page.getByRole('button', { name: 'Fix: Write "done"' }))
    await page.getByText('Saved: the fix').waitFor()
    await page.getByRole('heading', { name: '1 finding' }).waitFor({ state: 'detached' })
    expect(source()).toContain('next: done\n')

    // A node on a connection. Nothing is written before Save.
    await press(page.getByRole('navigation', { name: 'Outline' }).getByRole('link', { name: /^hint/ }))
    await type(page.getByLabel('Name of the new node'), 'thanks')
    await type(page.getByLabel('Reply of the new node'), 'Thank you for waiting.')
    await tabTo(page.getByLabel('Place'))
    await page.keyboard.press('ArrowDown')
    expect(await page.getByLabel('Place').inputValue()).toBe('1')
    await press(button(page, 'Add node'))
    await page.getByRole('heading', { name: '1 unsaved change' }).waitFor()
    expect(source()).not.toContain('thanks')
    await press(button(page, 'Save'))
    await page
      .getByRole('navigation', { name: 'Outline' })
      .getByRole('link', { name: /^thanks/ })
      .waitFor()
    expect(source()).toBe(
      refundProject['scenarios/orders/refund.scenario.yaml'].replace(
        'next: don\n',
        'next: thanks\n    thanks:\n      text: Thank you for waiting.\n      next: done\n',
      ),
    )

    // A message, and its answer as a test.
    await press(view(page, 'Scenarios'))
    await page.getByText('· 0 % of nodes tested').waitFor()
    await press(view(page, 'Chat'))
    await type(page.getByLabel('Message'), 'refund still not here')
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Conversation' }).getByText('Thank you for waiting.').waitFor()
    await press(page.getByRole('link', { name: 'Show the last walk in the flow' }))
    await page.getByText('step 3 of the chat').waitFor()
    await press(view(page, 'Chat'))
    await type(page.getByLabel('Name of the test'), 'waits for a refund')
    await press(button(page, 'Save as test'))
    await page.getByText('Saved: the test "waits for a refund".').waitFor()
    expect(readFileSync(join(cwd, 'scenarios/orders/refund.test.yaml'), 'utf8')).toContain('waits for a refund')
    await press(view(page, 'Scenarios'))
    await page.getByText('· 66 % of nodes tested').waitFor()

    // What has changed, and all of it undone.
    await press(view(page, 'Changes'))
    await page.getByText('1 changed scenario since main').waitFor()
    await page.getByText('Before: Refund status').waitFor()
    await page.getByText('After: Refund status').waitFor()
    for (const undone of ['the test "waits for a refund"', 'add the node "thanks"', 'the fix "Write "done""']) {
      await press(button(page, 'Undo'))
      await page.getByText(`Undone: ${undone}`).waitFor()
    }
    await page.locator('button[aria-disabled="true"]', { hasText: 'Undo' }).waitFor()
    expect(sourcesIn(cwd)).toEqual(before)
    await page.getByText('No scenario has changed since main').waitFor()
  })
})
