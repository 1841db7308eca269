import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { byTier } from '../../../../test/tier.ts'
import { put, repositoryWith } from '../../../workspace/test/git-repository.ts'
import { inBrowser } from '../browser.ts'
import { openStudioPage, refundProject } from './studio-page.ts'

const looks = [
  [1280, 'light'],
  [390, 'dark'],
  [1280, 'dark'],
  [390, 'light'],
] as const

const axeRun = 'axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations)'

const tested = looks.slice(0, byTier({ once: 2, full: looks.length }))

/** Texts that are dangerous as HTML, turn the direction, or are too long for any line. */
const hostile = {
  html: '<img src=x onerror=alert(1)><script>alert(2)</script>',
  turned: '\u202egnp.exe אבג \u2067 العربية',
  long: 'unbreakable'.repeat(300),
}

const hostileScenario = `title: ${JSON.stringify(hostile.html + hostile.long)}
trigger_description: ${JSON.stringify(hostile.turned)}
min_confidence: 60
examples:
  - ${JSON.stringify(hostile.html)}
  - ${JSON.stringify(`turned ${hostile.turned}`)}
  - ${JSON.stringify(`long ${hostile.long}`)}
flow:
  nodes:
    ${JSON.stringify(`"><b>${hostile.turned}`)}:
      text: ${JSON.stringify(`${hostile.html} ${hostile.turned} ${hostile.long}`)}
      next: nowhere<i>
    done: END
`

describe.skipIf(inBrowser.isSkipped)(inBrowser.title, () => {
  const goTo = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name }).click()

  /** Opens each view in a state with as much on it as possible. */
  const visits: Readonly<Record<string, (page: Page) => Promise<void>>> = {
    Scenarios: async page => {
      await page.getByText('of nodes tested').waitFor()
      await page.getByText('± changed').first().waitFor()
    },
    Flow: async page => {
      await page.getByRole('list', { name: 'Legend' }).waitFor()
      await page.getByLabel('New example').fill('one more')
      await page.getByRole('button', { name: 'Add example' }).click()
      await page.getByRole('button', { name: 'Check before saving' }).click()
      await page.getByText('Saving would fix').waitFor()
      await page.getByRole('navigation', { name: 'Outline' }).getByRole('link').first().click()
      await page.getByRole('heading', { name: 'Add a node' }).waitFor()
    },
    Chat: async page => {
      await page.getByLabel('Message').fill('Where is my refund?')
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('heading', { name: 'Save as test' }).waitFor()
    },
    Lab: async page => {
      await page.getByLabel('Messages, one per line').fill('where has my refund gone\torders/refund\nasdf\tnone')
      await page.getByRole('button', { name: 'Evaluate' }).click()
      await page.getByText('2 messages:').waitFor()
      await page.getByRole('heading', { name: 'Threshold' }).waitFor()
    },
    Changes: async page => {
      await page.getByText('After: ').first().waitFor()
    },
    Source: async page => {
      await page.getByRole('textbox', { name: 'Text of' }).waitFor()
    },
  }

  test.each(tested)('axe reports nothing at %i pixels, %s, and nothing overflows', async (width, colorScheme) => {
    const cwd = await repositoryWith({ ...refundProject, 'scenarios/hostile.scenario.yaml': hostileScenario })
    put(cwd, { 'scenarios/hostile.scenario.yaml': hostileScenario.replace('text: "', 'text: "changed ') })
    const { page } = await openStudioPage({ cwd, width, colorScheme })
    await page.evaluate(axe.source)
    for (const [name, visit] of Object.entries(visits)) {
      await goTo(page, name)
      await visit(page)
      expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBe(width)
      expect(await page.evaluate(axeRun), name).toEqual([])
    }
    put(cwd, { 'scenarios/broken.scenario.yaml': 'title: [' })
    await goTo(page, 'Scenarios')
    await page.getByRole('heading', { name: 'Sources with errors' }).waitFor()
    expect(await page.evaluate(axeRun)).toEqual([])
  })

  test('a hostile scenario is shown as text in every view', async () => {
    const cwd = await repositoryWith({ ...refundProject, 'scenarios/hostile.scenario.yaml': hostileScenario })
    put(cwd, { 'scenarios/hostile.scenario.yaml': hostileScenario.replace('text: "', 'text: "changed ') })
    const { page } = await openStudioPage({ cwd, width: 390 })
    const dialogs: string[] = []
    page.on('dialog', dialog => dialogs.push(dialog.message()))
    await page.getByText(hostile.html).first().click()
    await page.getByRole('navigation', { name: 'Outline' }).getByRole('link').first().click()
    expect(await page.getByLabel('Reply', { exact: true }).inputValue()).toContain(hostile.turned)
    await goTo(page, 'Chat')
    await page.getByLabel('Message').fill(hostile.html)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('.bubble.bot').getByText(hostile.html).waitFor()
    await goTo(page, 'Lab')
    await page.getByRole('heading', { name: 'Threshold' }).waitFor()
    await goTo(page, 'Changes')
    await page.getByText('After: ').first().waitFor()
    await goTo(page, 'Source')
    await page.getByRole('textbox', { name: 'Text of' }).waitFor()
    expect(await page.locator('img, script:not([src]), #studio b b, #studio i').count()).toBe(0)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    expect(dialogs).toEqual([])
  })

  test('the first load is at most 60 kB, and 220 kB with the editor of sources', async () => {
    const cwd = await repositoryWith(refundProject)
    const { page, received } = await openStudioPage({ cwd })
    const first = await received()
    expect(first).toBeGreaterThan(20_000)
    expect(first).toBeLessThanOrEqual(60 * 1024)
    await goTo(page, 'Source')
    await page.getByRole('textbox', { name: 'Text of' }).waitFor()
    const all = await received()
    expect(all).toBeGreaterThan(first + 50_000)
    expect(all).toBeLessThanOrEqual(220 * 1024)
  })

  test('10,000 scenarios are a list of the visible rows, and a filter finds one', async () => {
    const scenarios = Array.from({ length: byTier({ once: 300, full: 10_000 }) }, (_none, index) => [
      `scenarios/s${index}.scenario.yaml`,
      `title: Topic ${index}\ntrigger_description: About topic ${index}.\nexamples: [topic ${index}]\nflow:\n  nodes: { a: { text: Answer, next: b }, b: END }\n`,
    ])
    const config = { 'scenewright.config.yaml': 'bot: {}\nrules: { trigger/*: off }\n' }
    const { page } = await openStudioPage({
      cwd: await repositoryWith({ ...config, ...Object.fromEntries(scenarios) }),
    })
    const rows = page.getByRole('list', { name: 'Scenarios' }).getByRole('listitem')
    expect(await rows.count()).toBeLessThan(80)
    await page.keyboard.press('End')
    await page.locator(`[aria-posinset="${scenarios.length}"]`).waitFor()
    expect(await rows.count()).toBeLessThan(80)
    await page.getByLabel('Filter').fill(`topic ${scenarios.length - 1}`)
    await page.getByText(`1 of `).waitFor()
    await rows.first().click()
    await page.getByRole('list', { name: 'Legend' }).waitFor()
  })
})
