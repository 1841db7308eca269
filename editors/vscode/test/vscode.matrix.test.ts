import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byTier } from '../../../test/tier.ts'
import { fetchVscode } from './rig/fetch-vscode.ts'
import { startVscode, type Vscode } from './rig/start-vscode.ts'
import { openRestricted, type Window } from './rig/window.ts'

const executablePath = process.env.SCENEWRIGHT_TEST_CHROMIUM ?? '/usr/bin/chromium'
const ripgrep = '/usr/bin/rg'

// Where the tests are the last word, as in CI, all of this has to be there.
const isNeeded = process.env.SCENEWRIGHT_TEST_VSCODE === 'required'
const isFull = byTier({ once: false, full: true })
const missing = [executablePath, ripgrep].filter(file => !existsSync(file))
const isWanted = isFull && (isNeeded || missing.length === 0)
/** The folder of VS Code, or why there is none: it is downloaded once. */
const vscode = isWanted ? await fetchVscode(ripgrep).catch((error: unknown) => error) : undefined
if (isNeeded && vscode instanceof Error) throw vscode

function whyNot(): string {
  if (!isFull) return ' (skipped: runs in npm run test:full)'
  if (!isWanted) return ` (skipped without ${missing.join(' and ')})`
  return typeof vscode === 'string' ? '' : ' (skipped: VS Code could not be downloaded)'
}

/** Everything of the user of this VS Code, also the project. */
const home = mkdtempSync(join(tmpdir(), 'scenewright-vscode-'))
const folder = join(home, 'shop')
/** Where the photographs go, for people. */
const pictures = process.env.SCENEWRIGHT_TEST_PICTURES ?? join(home, 'pictures')

describe.skipIf(typeof vscode !== 'string')(`the extension in VS Code, in restricted mode${whyNot()}`, () => {
  let server: Vscode
  let browser: Browser
  let window: Window

  beforeAll(async () => {
    cpSync(fileURLToPath(new URL('../../../scenarios/shop', import.meta.url)), folder, { recursive: true })
    const extension = join(home, 'scenewright.vsix')
    const pack = fileURLToPath(new URL('../pack.mjs', import.meta.url))
    await promisify(execFile)(process.execPath, [pack, extension])
    server = await startVscode(String(vscode), extension, home)
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
    window = await openRestricted(browser, server.addressOf(folder), pictures)
  })

  afterAll(async () => {
    await browser?.close()
    server?.stop()
    rmSync(home, { recursive: true, force: true })
  })

  test('a scenario has its own language', async () => {
    await window.open('delivery/cost.scenario.yaml')
    await window.photograph('scenario')
    expect(await window.page.locator('[id="status.editor.mode"]').textContent()).toBe('Scenewright Scenario')
  })
})
