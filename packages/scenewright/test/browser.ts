import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { afterFile } from './clean-up.ts'

const executablePath = process.env.SCENEWRIGHT_TEST_CHROMIUM ?? '/usr/bin/chromium'

/** Whether tests in a browser are skipped, and their title, which says so. Where CI has the last word, none is. */
export const inBrowser = {
  isSkipped: !existsSync(executablePath) && process.env.SCENEWRIGHT_TEST_BROWSER !== 'required',
  title: `in a browser (skipped without ${executablePath})`,
}

/**
 * What the browser would do for a person: show suggestions below its address bar, which are pages of their own in each
 * window, keep a process in reserve, ask other hosts, and hold back the first frame of a page. Replaces the list that
 * Playwright gives.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AimEnabled',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
]

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // One process for all pages: a new one for each address is a lot of work.
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
  `--disable-features=${disabledFeatures}`,
]

/**
 * For each single wait. Just shorter than a whole test of `npm test` may take, so that the error of one that hangs says
 * what was awaited.
 */
const guardMs = 590_000

let shared: Promise<Browser> | undefined

/**
 * A context of the machine's own browser, without anything that it would do by itself. The files of this process share
 * the browser; the context is closed after the file's tests. Its pages wait as long as it takes, but no longer once a
 * script of a page has failed: whatever is awaited then rejects with that error.
 */
export async function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  shared ??= launchBrowser()
  const browser = await shared
  const context = await browser.newContext(options)
  context.setDefaultTimeout(guardMs)
  context.on('weberror', failure => context.close({ reason: `A script of the page failed: ${failure.error().stack}` }))
  afterFile(() => context.close())
  return context
}

/**
 * Playwright ends the browser with this process. On a signal it would end the process, too, where a test sends one to the
 * listeners of the process.
 */
function launchBrowser(): Promise<Browser> {
  const leftAlone = { handleSIGHUP: false, handleSIGINT: false, handleSIGTERM: false }
  return chromium.launch({ executablePath, args, timeout: 0, ...leftAlone })
}
