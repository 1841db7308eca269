import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const executablePath = process.env.SCENEWRIGHT_TEST_CHROMIUM ?? '/usr/bin/chromium'

/** Whether tests in a browser are skipped, and their title, which says so. Where CI has the last word, none is. */
export const inBrowser = {
  isSkipped: !existsSync(executablePath) && process.env.SCENEWRIGHT_TEST_BROWSER !== 'required',
  title: `in a browser (skipped without ${executablePath})`,
}

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts the machine's own browser, without anything that it would do by itself. Its pages wait as long as it takes. */
export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath, args, timeout: 0 })
  browser.on('context', context => context.setDefaultTimeout(0))
  return browser
}
