import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { watch } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { byTier } from '../../../test/tier.ts'
import { fetchVscode } from './rig/fetch-vscode.ts'
import { startVscode, type Vscode } from './rig/start-vscode.ts'
import { ownTokensOf } from './rig/tokenize.ts'
import { openRestricted, type Window } from './rig/window.ts'

const executablePath = process.env.SCENEWRIGHT_TEST_CHROMIUM ?? '/usr/bin/chromium'
const ripgrep = '/usr/bin/rg'
const bin = fileURLToPath(new URL('../../../packages/scenewright/bin/scenewright.cjs', import.meta.url))

// Where the tests are the last word, as in CI, all of this has to be there.
const isNeeded = process.env.SCENEWRIGHT_TEST_VSCODE === 'required'
const isFull = byTier({ once: false, full: true })
const missing = [executablePath, ripgrep].filter(file => !existsSync(file))
const isWanted = isFull && (isNeeded || missing.length === 0)
/** A program that leaves a file with its process id when it is executed, and then is the built command line. */
const ownToolkit = (file: string) =>
  `require('node:fs').writeFileSync(${JSON.stringify(file)}, String(process.pid))\nrequire(${JSON.stringify(bin)})\n`

/** Resolves once the folder has an entry of this name, from this call on. */
async function appearanceOf(folder: string, name: string): Promise<void> {
  for await (const { filename } of watch(folder)) if (filename === name) return
}

/** The folder of VS Code, or why there is none: it is downloaded once. */
const vscode = isWanted ? await fetchVscode(ripgrep).catch((error: unknown) => error) : undefined
if (isNeeded && vscode instanceof Error) throw vscode

function whyNot(): string {
  if (!isFull) return ' (skipped: runs in npm run test:full)'
  if (!isWanted) return ` (skipped without ${missing.join(' and ')})`
  return typeof vscode === 'string' ? '' : ' (skipped: VS Code could not be downloaded)'
}

test.skipIf(typeof vscode !== 'string')(
  `the grammar marks node types, targets and suppressions${whyNot()}`,
  async () => {
    const scenario = `flow:
  start: refund
  nodes:
    # scenewright-ignore graph/unreachable: kept for May
    refund: { text: The END is next, type: FIXED_REPLY, next: done }
    done: END # END
    quoted: "END"
    block: |-
      next: END`
    expect(await ownTokensOf(String(vscode), scenario)).toEqual([
      ['refund', 'variable.other.node'],
      ['scenewright-ignore', 'keyword.control.suppression'],
      ['graph/unreachable', 'entity.name.tag.rule'],
      [':', 'punctuation.separator.suppression'],
      ['kept for May', 'string.unquoted.reason'],
      ['FIXED_REPLY', 'constant.language.node-type'],
      ['done', 'variable.other.node'],
      ['END', 'constant.language.node-type'],
    ])
  },
)

describe.skipIf(typeof vscode !== 'string')(`the extension in VS Code, in restricted mode${whyNot()}`, () => {
  /** Everything of the user of this VS Code, also the project. */
  let home: string
  let folder: string
  let server: Vscode
  let browser: Browser
  let window: Window
  let hasFailed = false

  // Each test goes on where the one before it has ended.
  beforeEach(({ skip, onTestFailed }) => {
    skip(hasFailed, 'after a failed step')
    onTestFailed(() => {
      hasFailed = true
      return window.photograph('failed')
    })
  })

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'scenewright-vscode-'))
    folder = join(home, 'shop')
    cpSync(fileURLToPath(new URL('../../../scenarios/shop', import.meta.url)), folder, { recursive: true })
    mkdirSync(join(folder, '.vscode'))
    writeFileSync(join(folder, '.vscode/settings.json'), JSON.stringify({ 'scenewright.path': './own.cjs' }))
    writeFileSync(join(folder, 'own.cjs'), ownToolkit(join(home, 'executed')))
    const extension = join(home, 'scenewright.vsix')
    const pack = fileURLToPath(new URL('../pack.mjs', import.meta.url))
    await promisify(execFile)(process.execPath, [pack, extension])
    server = await startVscode(String(vscode), extension, home)
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'], timeout: 0 })
    // The photographs are for people.
    const pictures = process.env.SCENEWRIGHT_TEST_PICTURES ?? join(home, 'pictures')
    window = await openRestricted(browser, server.addressOf(folder), pictures)
  })

  afterAll(async () => {
    await browser?.close()
    server?.stop()
    rmSync(home, { recursive: true, force: true })
  })

  test('a scenario has its own language', async () => {
    await window.open('delivery/cost.scenario.yaml')
    expect(await window.page.locator('[id="status.editor.mode"]').textContent()).toBe('Scenewright Scenario')
  })

  // The first one that waits for the server.
  test('an unknown node gets a squiggle while it is typed', async () => {
    await window.goTo(31, 18)
    await window.page.keyboard.type('x')
    await window.page.locator('.squiggly-error').first().waitFor()
    await window.photograph('squiggle')
    // A hint may follow.
    expect(await window.line(31)).toMatch(/^ {6}next: shownx_at_checkout\b/)
  })

  test('a fix corrects it', async () => {
    await window.fix(/shown_at_checkout/)
    await window.page.locator('.squiggly-error').first().waitFor({ state: 'detached' })
    await window.photograph('fixed')
    expect(await window.line(31)).toMatch(/^ {6}next: shown_at_checkout\b/)
  })

  test('a lens counts the tests of a scenario', async () => {
    await window.goTo(2, 1)
    const lens = window.page.locator('.codelens-decoration a', { hasText: /\d+ tests/ }).first()
    await lens.waitFor()
    await window.photograph('lens')
    expect(await lens.textContent()).toMatch(/^\d+ tests/)
  })

  test('the definition of a node is where its id is', async () => {
    await window.goTo(31, 15)
    await window.page.keyboard.press('F12')
    await window.atLine(32)
    await window.photograph('definition')
  })

  test('renaming a node changes the tests of the scenario as well', async () => {
    await window.goTo(31, 15)
    await window.page.keyboard.press('F2')
    const field = window.page.locator('.rename-box input')
    await field.fill('at_checkout')
    await window.photograph('rename')
    await window.page.keyboard.press('Enter')
    await field.waitFor({ state: 'hidden' })
    const unsaved = window.page.locator('.tab.dirty')
    await unsaved.nth(1).waitFor()
    await window.run('File: Save All')
    await unsaved.first().waitFor({ state: 'detached' })
    expect(contentOf('delivery/cost.test.yaml')).toContain('walk: [prices, at_checkout, done]')
    expect(contentOf('delivery/cost.scenario.yaml')).not.toContain('shown_at_checkout')
  })

  test('the preview shows the flow, and follows the cursor', async () => {
    await window.run('Scenewright: Show Flow')
    const flow = window.page.frameLocator('iframe.webview').frameLocator('#active-frame').locator('svg')
    await flow.locator('.node').nth(2).waitFor()
    await window.goTo(33, 11)
    await flow.locator('.node.current', { hasText: 'at_checkout' }).waitFor()
    await window.photograph('preview')
    expect(await flow.locator('.node').count()).toBe(3)
    await flow.locator('.node', { hasText: 'prices' }).click()
    await window.atLine(24)
  })

  test('the program that the project names has not run; it runs once the folder is trusted', async () => {
    expect(existsSync(join(home, 'executed'))).toBe(false)
    await window.run('Workspaces: Manage Workspace Trust')
    const executed = appearanceOf(home, 'executed')
    await window.page.getByRole('button', { name: 'Trust', exact: true }).click()
    await executed
    await window.photograph('trusted')
    expect(await window.page.getByText('In a Trusted Folder').count()).toBeGreaterThan(0)
  })

  test('a command is enabled only while a server runs', async () => {
    await window.open('delivery/cost.scenario.yaml')
    await window.page.locator('.editor-actions .action-label[aria-label*="Show Flow"]:not(.disabled)').first().waitFor()
    process.kill(Number(readFileSync(join(home, 'executed'), 'utf8')))
    await window.page.locator('.editor-actions .action-label.disabled[aria-label*="Show Flow"]').first().waitFor()
    await window.photograph('ended')
  })

  function contentOf(path: string): string {
    return readFileSync(join(folder, 'scenarios', path), 'utf8')
  }
})
