import { describe, test } from 'vitest'
import { put, repositoryWith } from '../../../workspace/test/git-repository.ts'
import { inBrowser } from '../browser.ts'
import { openStudioPage, refundProject } from './studio-page.ts'

describe.skipIf(inBrowser.isSkipped)(`the chat, ${inBrowser.title}`, () => {
  test('keeps messages that are sent before the earlier ones are answered, also when a source changes', async () => {
    const cwd = await repositoryWith(refundProject)
    const { page } = await openStudioPage({ cwd })
    let answer: () => void = () => {}
    const released = new Promise<void>(resolve => {
      answer = resolve
    })
    let held = 0
    await page.route('**/api/chat', async route => {
      held += 1
      await released
      await route.continue()
    })
    await page.getByRole('link', { name: 'Chat', exact: true }).click()
    const message = page.getByLabel('Message')
    for (const text of ['refund still not here', 'how do I cancel']) {
      await message.fill(text)
      await page.keyboard.press('Enter')
    }
    // The first request prepares the bot.
    while (held < 3) await page.waitForTimeout(20)
    put(cwd, {
      'scenarios/orders/cancel.scenario.yaml': refundProject['scenarios/orders/cancel.scenario.yaml'].replace(
        'Open the order',
        'Find the order',
      ),
    })
    while (held < 4) await page.waitForTimeout(20)
    answer()
    const turns = page.getByRole('list', { name: 'Conversation' })
    await turns.getByText('Refunds take up to 5 days.').waitFor()
    await turns.getByText('Find the order, and press Cancel.').waitFor()
  })

  test('the error of a broken config is gone when it is repaired', async () => {
    const cwd = await repositoryWith(refundProject)
    const { page } = await openStudioPage({ cwd })
    await page.getByRole('link', { name: 'Chat', exact: true }).click()
    await page.getByLabel('Message').fill('how do I cancel')
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Conversation' }).getByText('Open the order, and press Cancel.').waitFor()
    const refused = page.waitForResponse(response => response.url().endsWith('/api/chat') && !response.ok())
    put(cwd, { 'scenewright.config.yaml': 'bot: {\n' })
    await refused
    const error = page.getByRole('alert').locator('bdi').first()
    await error.getByText(/^scenewright\.config\.yaml:1:6: /).waitFor()
    put(cwd, { 'scenewright.config.yaml': 'bot: {}\n' })
    await error.waitFor({ state: 'detached' })
  })
})
