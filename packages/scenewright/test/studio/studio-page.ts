import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page, Request } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { newContext } from '../browser.ts'
import { afterFile } from '../clean-up.ts'
import { studioAt } from './studio-at.ts'

/** A small bot with one finding that has a fix, and tests of one scenario alone. */
export const refundProject = {
  'scenewright.config.yaml': 'bot: {}\n',
  'scenarios/orders/refund.scenario.yaml': `# What customers ask most.
title: Refund status # shown in the app
trigger_description: The customer asks when a refund will arrive.
min_confidence: 60
examples:
  - Where is my refund?
  - When do I get my money back
  - refund still not here
flow:
  nodes:
    answer:
      text: Refunds take up to 5 days. # as agreed with finance
      next: hint
    hint:
      text: Sundays do not count.
      next: don
    done: END
`,
  'scenarios/orders/refund.test.yaml': `triggers:
  - starts: orders/cancel
    messages:
      - cancel my order please
`,
  'scenarios/orders/cancel.scenario.yaml': `title: Cancel an order
trigger_description: The customer wants to cancel an order.
min_confidence: 60
examples:
  - cancel my order please
  - I want to stop the order
  - how do I cancel
flow:
  nodes:
    steps:
      text: Open the order, and press Cancel.
      next: done
    done: END
`,
}

/** The bytes of all sources of a project, by file. */
export function sourcesIn(cwd: string): Readonly<Record<string, string>> {
  const folder = join(cwd, 'scenarios')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.yaml'))
  return Object.fromEntries(files.sort().map(file => [file, readFileSync(join(folder, file), 'latin1')]))
}

/** A page of `scenewright studio`, and what went wrong on it. */
export interface OpenPage {
  readonly page: Page
  /** Errors, messages on the console, and requests to other hosts. */
  readonly troubles: string[]
  /** The compressed bytes that were received. */
  received(): Promise<number>
  /** One more page of the same studio. */
  another(): Promise<Page>
}

interface PageOptions {
  readonly cwd: string
  readonly args?: readonly string[]
  readonly width?: number
  readonly colorScheme?: 'light' | 'dark'
}

let shared: Promise<Page> | undefined

/** Runs in the page. A message is hidden after 6 s: on a busy machine, before a test has looked for it. */
function letMessagesStay(): void {
  const start = globalThis.setTimeout
  const startShort = (run: () => void, time?: number) => (time === 6000 ? 0 : start(run, time))
  globalThis.setTimeout = startShort as typeof setTimeout
}

/** One for all tests of a file, since each new window is a lot of work; each test loads another studio in it. */
function sharedPage(): Promise<Page> {
  shared ??= newContext().then(async context => {
    await context.addInitScript(letMessagesStay)
    return context.newPage()
  })
  afterFile(() => {
    shared = undefined
  })
  return shared
}

/** Starts the studio of a project, and opens its page. Expects that nothing goes wrong on it. */
export async function openStudioPage(options: PageOptions): Promise<OpenPage> {
  const { cwd, args = [], width = 1280, colorScheme = 'light' } = options
  const { port, token } = await studioAt({ cwd, args })
  const origin = `http://127.0.0.1:${port}`
  const troubles: string[] = []
  const finished: Request[] = []
  const open = async (page: Page) => {
    page.on('pageerror', error => troubles.push(error.message))
    page.on('console', message => {
      // Reported here too: by the browser, each refused request; by the view Source, a broken config. The page shows both.
      const isShown = /^(?:Failed to load resource|\[lsp\] scenewright\.config\.yaml:)/.test(message.text())
      if (!isShown) troubles.push(message.text())
    })
    page.on('request', request => troubles.push(...(request.url().startsWith(origin) ? [] : [request.url()])))
    page.on('requestfinished', request => finished.push(request))
    await page.goto(`${origin}/#token=${token}`)
    await page.getByRole('list', { name: 'Scenarios' }).waitFor()
    return page
  }
  const page = await sharedPage()
  onTestFinished(async () => {
    await page.removeAllListeners()
    await page.goto('about:blank')
    expect(troubles).toEqual([])
  })
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme })
  await open(page)
  const another = async () => {
    const other = await page.context().newPage()
    onTestFinished(() => other.close())
    return open(other)
  }
  const received = async () => {
    const sizes = await Promise.all(finished.map(request => request.sizes()))
    return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
  }
  return { page, troubles, received, another }
}

/** Presses Tab, as a person without a mouse does, until the element has the focus. */
export async function tabTo(target: Locator): Promise<void> {
  await target.waitFor()
  const page = target.page()
  for (let presses = 0; presses < 200; presses += 1) {
    if (await target.evaluate(element => element === element.ownerDocument.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no Tab leads to ${target}`)
}

/** Goes to an element by Tab, and presses Enter. */
export async function press(target: Locator): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.press('Enter')
}

/** Goes to a field by Tab, and types in place of what it contains. */
export async function type(target: Locator, text: string): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.press('Control+A')
  await target.page().keyboard.type(text)
}
