import type { Page } from 'playwright-core'
import { describe, test } from 'vitest'
import { inBrowser } from '../browser.ts'
import { folderWith } from '../run.ts'
import { openStudioPage, refundProject } from './studio-page.ts'

describe.skipIf(inBrowser.isSkipped)(`the lab, ${inBrowser.title}`, () => {
  /** Evaluates messages, one a line. */
  async function evaluate(page: Page, messages: readonly string[]): Promise<void> {
    await page.getByLabel('Messages, one per line').fill(messages.join('\n'))
    await page.getByRole('button', { name: 'Evaluate' }).click()
  }

  async function openLab(): Promise<Page> {
    const { page } = await openStudioPage({ cwd: await folderWith(refundProject) })
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Lab' }).click()
    return page
  }

  test('a message that should start nothing has no part in the share of right starts', async () => {
    const page = await openLab()
    await evaluate(page, [
      'what is the weather\tnone',
      'do you sell bicycles\tnone',
      'where is my refund?\torders/refund',
    ])
    await page
      .getByText('Of 1 message that should start a scenario, 100 % start the right scenario, and 0 % a wrong one.')
      .waitFor()
    await page.getByText('Of 2 messages that should start nothing, 0 % start a scenario.').waitFor()
    await evaluate(page, ['do you sell bicycles\tnone', 'how do I cancel\tnone'])
    await page.getByText('2 messages: 1 start a scenario, 0 are asked about, 1 start nothing.').waitFor()
    await page.getByText('Of 2 messages that should start nothing, 50 % start a scenario.').waitFor()
  })

  test('a long message is evaluated with the others', async () => {
    const page = await openLab()
    await evaluate(page, ['what is the weather', 'word '.repeat(1000), 'do you sell bicycles'])
    await page.getByText('3 messages: 0 start a scenario').waitFor()
  })

  test('50 near misses are shown, and how many more there are', async () => {
    const page = await openLab()
    await evaluate(
      page,
      Array.from({ length: 53 }, (_none, index) => `back arrive weather ${index}x`),
    )
    await page.getByText('3 more messages: run scenewright lab --replay FILE --format json').waitFor()
  })

  test('an unknown label is an error with its line, below which no earlier result stays', async () => {
    const page = await openLab()
    await evaluate(page, ['what is the weather'])
    const result = page.getByText('1 message: 0 start a scenario')
    await result.waitFor()
    await evaluate(page, ['what is the weather', '', 'where is my refund?\torders/refnd', 'bye\tnone'])
    await page
      .getByText('1 label is not the key of an active scenario: line 3: "orders/refnd" (did you mean "orders/refund"?)')
      .waitFor()
    await result.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Near misses' }).waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Confused pairs' }).waitFor()
    await evaluate(page, ['what is the weather'])
    await result.waitFor()
  })
})
