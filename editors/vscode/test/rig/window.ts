import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'

/** A window of VS Code, in which a test does what a user does. */
export interface Window {
  readonly page: Page
  /** Opens a file by its path below the folder, and resolves with its editor. */
  readonly open: (path: string) => Promise<Locator>
  /** Runs a command by its title in the command palette. */
  readonly run: (title: string) => Promise<void>
  /** Puts the cursor at a place of the open file. */
  readonly goTo: (line: number, column: number) => Promise<void>
  /** Resolves once the cursor is in this line. */
  readonly atLine: (line: number) => Promise<void>
  /** The text of a visible line of the open file. */
  readonly line: (line: number) => Promise<string>
  /** Applies the first fix at the cursor, whose title matches. */
  readonly fix: (title: RegExp) => Promise<void>
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

  /** Types a text into the palette, and chooses the first entry, which has this name. */
  async function choose(text: string, name: string): Promise<void> {
    await pick.locator('input').fill(text)
    await pick.locator(`.monaco-list-row[aria-label^="${name}"]`).first().waitFor()
    await page.keyboard.press('Enter')
    await pick.waitFor({ state: 'hidden' })
  }

  return {
    page,
    async open(path) {
      await page.keyboard.press('Control+P')
      const name = path.split('/').at(-1) ?? path
      await choose(path, name)
      await page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor()
      return page.locator('.editor-instance .monaco-editor').first()
    },
    async run(title) {
      await page.keyboard.press('F1')
      await choose(`>${title}`, title)
    },
    async goTo(line, column) {
      await page.keyboard.press('Control+G')
      await choose(`:${line}:${column}`, 'Go to line')
      await page.getByRole('button', { name: `Ln ${line}, Col ${column}`, exact: true }).waitFor()
    },
    async atLine(line) {
      await page.getByRole('button', { name: new RegExp(`^Ln ${line}, Col `) }).waitFor()
    },
    async line(line) {
      // In one go: a lens that appears moves all lines.
      const text = await page.locator('.editor-instance').first().evaluate(textOfLine, line)
      return (text ?? '').replaceAll('\u00a0', ' ')
    },
    async fix(title) {
      await page.keyboard.press('Control+Period')
      // A layer above the menu takes clicks for some time.
      await page.locator('.action-widget .monaco-list-row.focused', { hasText: title }).waitFor()
      await page.keyboard.press('Enter')
    },
    async photograph(name) {
      await page.screenshot({ path: join(pictures, `${name}.png`) })
    },
  }
}

interface Element {
  readonly textContent: string
  readonly style: { readonly top: string }
  readonly parentElement: Element
  querySelectorAll(selector: string): Iterable<Element>
}

/** The text that an editor draws at the height of a line number. It runs in the page. */
function textOfLine(editor: unknown, line: number): string | undefined {
  // The argument of a locator's script is the element that it finds.
  const { querySelectorAll } = editor as Element
  const all = (selector: string) => Array.from(querySelectorAll.call(editor, selector))
  const number = all('.line-numbers').find(({ textContent }) => textContent === String(line))
  return all('.view-line').find(({ style }) => style.top === number?.parentElement.style.top)?.textContent
}
