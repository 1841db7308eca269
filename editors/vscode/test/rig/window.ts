import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'

/** A window of VS Code, in which a test does what a user does. */
export interface Window {
  readonly page: Page
  /** Opens a file by its path below the folder, and resolves with its editor. */
  readonly open: (path: string) => Promise<Locator>
  /** Runs a command by its title in the command palette. */
  readonly run: (title: string) => Promise<void>
  /** Puts the cursor into a word of the open file: its `occurrence`, the first of which is 1. */
  readonly goTo: (line: number, column: number) => Promise<void>
  /** The text of the status bar that names the position of the cursor, such as `Ln 3, Col 1`. */
  readonly position: () => Promise<string>
  /** Photographs the window into the folder of pictures, if there is one. */
  readonly photograph: (name: string) => Promise<void>
}

/** Opens a folder that the user does not trust. */
export async function openRestricted(browser: Browser, address: string, pictures: string): Promise<Window> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  // The guard of the test alone ends what does not come.
  page.setDefaultTimeout(0)
  await page.goto(address)
  await page.getByRole('button', { name: "No, I don't trust the authors" }).click()
  const pick = page.locator('.quick-input-widget')

  async function choose(text: string): Promise<void> {
    await pick.locator('input').fill(text)
    await pick.locator('.monaco-list-row').first().waitFor()
    await page.keyboard.press('Enter')
    await pick.waitFor({ state: 'hidden' })
  }

  return {
    page,
    async open(path) {
      await page.keyboard.press('Control+P')
      await choose(path)
      const name = path.split('/').at(-1) ?? path
      await page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor()
      return page.locator('.editor-instance .monaco-editor').first()
    },
    async run(title) {
      await page.keyboard.press('F1')
      await choose(`>${title}`)
    },
    async goTo(line, column) {
      await page.keyboard.press('Control+G')
      await choose(`:${line}:${column}`)
      await page.getByRole('button', { name: `Ln ${line}, Col ${column}`, exact: true }).waitFor()
    },
    position: async () => (await page.locator('[id="status.editor.selection"]').textContent()) ?? '',
    async photograph(name) {
      await page.screenshot({ path: join(pictures, `${name}.png`) })
    },
  }
}
