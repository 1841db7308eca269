import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { put, repositoryWith } from '../../../workspace/test/git-repository.ts'
import { inBrowser, newContext } from '../browser.ts'
import { folderWith } from '../run.ts'
import { studioAt } from './studio-at.ts'
import { openStudioPage, refundProject, sourcesIn } from './studio-page.ts'

const file = 'scenarios/orders/refund.scenario.yaml'
const written = refundProject[file]

describe.skipIf(inBrowser.isSkipped)(inBrowser.title, () => {
  const view = (page: Page, name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name })
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const outline = (page: Page) => page.getByRole('navigation', { name: 'Outline' })
  const node = (page: Page, name: string) => outline(page).getByRole('link', { name: new RegExp(`^${name}\\b`) })
  const read = (cwd: string) => readFileSync(join(cwd, file), 'utf8')

  /** Opens the flow of the scenario. */
  async function openFlow(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'Refund status' }).click()
    await outline(page).waitFor()
  }

  async function save(page: Page): Promise<void> {
    await button(page, 'Save').click()
    await page.locator('button[aria-disabled="true"]', { hasText: 'Save' }).waitFor()
  }

  test('opening all views writes nothing', async () => {
    const cwd = await folderWith(refundProject)
    const before = sourcesIn(cwd)
    const { page } = await openStudioPage({ cwd })
    await openFlow(page)
    for (const name of ['Chat', 'Lab', 'Changes', 'Source', 'Scenarios']) {
      await view(page, name).click()
      await page.getByRole('heading', { name, level: 1 }).waitFor()
    }
    expect(sourcesIn(cwd)).toEqual(before)
  })

  test('the name of a view has the focus when the view appears, not later', async () => {
    const { page } = await openStudioPage({ cwd: await folderWith(refundProject) })
    await page.evaluate(`void (window.focused = new Promise(resolve => {
      new MutationObserver(() => resolve(document.activeElement.tagName))
        .observe(document.querySelector('h1'), { subtree: true, characterData: true, childList: true })
    }))`)
    await view(page, 'Chat').click()
    expect(await page.evaluate('window.focused')).toBe('H1')
  })

  test('fields, examples and exclusions are saved together, and comments stay', async () => {
    const cwd = await folderWith(refundProject)
    const { page } = await openStudioPage({ cwd })
    await openFlow(page)
    await page.getByLabel('Title').fill('Refunds')
    await page.getByLabel('Confidence').fill('70')
    await page.getByLabel('New example').fill('money back please')
    await button(page, 'Add example').click()
    await page.getByRole('button', { name: 'Remove “refund still not here”' }).click()
    await page.getByLabel('New exclusion').fill('cancel it')
    await button(page, 'Add exclusion').click()
    await page.getByRole('heading', { name: '5 unsaved changes' }).waitFor()
    expect(read(cwd)).toBe(written)
    await save(page)
    expect(read(cwd)).toBe(
      written
        .replace('Refund status #', 'Refunds #')
        .replace('min_confidence: 60', 'min_confidence: 70')
        .replace('  - refund still not here\n', '  - money back please\nexclusions:\n  - cancel it\n'),
    )
    await button(page, 'Undo').click()
    await page.getByText('Undone: ').waitFor()
    expect(read(cwd)).toBe(written)
    await button(page, 'Redo').click()
    await page.getByText('Redone: ').waitFor()
    expect(read(cwd)).toContain('min_confidence: 70')
  })

  test('a value that the source cannot have is refused beside its field, and nothing is saved', async () => {
    const cwd = await folderWith(refundProject)
    const { page } = await openStudioPage({ cwd })
    await openFlow(page)
    const cases = [
      ['Confidence', '60', 'Enter a whole number from 50 to 100.', ['20', '101', '60.5', 'abc', '1e2', '６０']],
      ['Priority', '', 'Enter a number, such as 100.', ['abc', '1e2', '99999999999999999999']],
      ['Title', 'Refund status', 'Enter a title.', ['', ' ']],
      ['Trigger description', 'The customer asks when a refund will arrive.', 'Enter a trigger description.', ['']],
    ] as const
    await page.getByLabel('Exit message').fill('Bye')
    for (const [name, present, advice, values] of cases) {
      const field = page.getByLabel(new RegExp(`^${name}`))
      for (const value of values) {
        await field.fill(value)
        const faults = page.locator('.field .fault')
        await faults.waitFor()
        expect([value, await faults.textContent()]).toEqual([value, advice])
        expect(await field.getAttribute('aria-invalid')).toBe('true')
        expect(await field.inputValue()).toBe(value)
      }
      await button(page, 'Save').click()
      await page.getByRole('alert').filter({ hasText: 'Nothing can be saved: the' }).getByText(advice).waitFor()
      await button(page, 'Dismiss').click()
      await button(page, 'Check before saving').click()
      await page.getByRole('alert').getByText(advice).waitFor()
      expect(read(cwd)).toBe(written)
      await field.fill(present)
      await page.locator('.field .fault').waitFor({ state: 'detached' })
    }
    for (const value of ['50', '100', '60']) {
      await page.getByLabel('Confidence').fill(value)
      expect(await page.locator('.field .fault').count()).toBe(0)
    }
    await page.getByLabel('Priority').fill('-1.5')
    await page.getByText('50 to 100. The scenario starts from this confidence on.').waitFor()
    await save(page)
    expect(read(cwd)).toBe(written.replace('flow:', 'exit_message: Bye\npriority: -1.5\nflow:'))
  })

  test('nodes are renamed, connected, disconnected and removed', async () => {
    const cwd = await folderWith(refundProject)
    const { page } = await openStudioPage({ cwd })
    await openFlow(page)
    await node(page, 'hint').click()
    await page.getByLabel('Reply', { exact: true }).fill('Only workdays count.')
    await page.getByRole('button', { name: 'Remove the connection to don' }).click()
    await save(page)
    expect(read(cwd)).toContain('text: Only workdays count.\n    done: END')
    await page.getByLabel('Connect to').selectOption('done')
    await button(page, 'Connect').click()
    const rename = async (from: string, to: string) => {
      await node(page, from).click()
      await page.getByLabel('Name of the node').fill(to)
      await button(page, 'Rename').click()
    }
    await rename('done', 'end')
    await save(page)
    expect(read(cwd)).toContain('      next: end\n    end: END')
    await rename('hint', 'note')
    await save(page)
    await node(page, 'note').click()
    expect(read(cwd)).toContain('next: note\n    note:\n')
    await button(page, 'Remove node').click()
    await save(page)
    await node(page, 'note').waitFor({ state: 'detached' })
    expect(read(cwd)).not.toContain('note')
  })

  test('of equal examples, the chosen one is removed', async () => {
    const examples = (lines: string) => written.replace('  - refund still not here\n', lines)
    const source = examples('  - Where is my refund? # kept\n  - refund still not here\n  - Where is my refund?\n')
    const cwd = await folderWith({ ...refundProject, [file]: source })
    const { page } = await openStudioPage({ cwd })
    await openFlow(page)
    await page.getByRole('button', { name: 'Remove “Where is my refund?”' }).last().click()
    expect(await page.locator('.removed').count()).toBe(1)
    await save(page)
    expect(read(cwd)).toBe(examples('  - Where is my refund? # kept\n  - refund still not here\n'))
    await page.getByRole('button', { name: 'Remove “Where is my refund?”' }).first().click()
    await page.getByRole('button', { name: 'Remove “Where is my refund?”' }).click()
    await save(page)
    expect(read(cwd)).not.toContain('Where is my refund?')
  })

  test('all examples are replaced in one save', async () => {
    const cwd = await folderWith(refundProject)
    const { page } = await openStudioPage({ cwd })
    await openFlow(page)
    for (const text of ['Where is my refund?', 'When do I get my money back', 'refund still not here']) {
      await page.getByRole('button', { name: `Remove “${text}”` }).click()
    }
    await page.getByLabel('New example').fill('Has my refund been sent?')
    await button(page, 'Add example').click()
    await save(page)
    expect(read(cwd)).toContain('examples:\n  - Has my refund been sent?\nflow:')
  })

  describe('of several connections between two nodes', () => {
    const one = '{ to: done, condition: { type: KEYWORD, words: [one] } }'
    const two = '{ to: done, condition: { type: KEYWORD, words: [two] } }'
    const source = written.replace('next: don\n', `next: [${one}, ${two}]\n`)
    const project = {
      ...refundProject,
      'scenewright.config.yaml': 'extensions: { conditions: { KEYWORD: { fields: { type: object } } } }\n',
      [file]: source,
    }

    test('the chosen one is removed', async () => {
      const cwd = await folderWith(project)
      const { page } = await openStudioPage({ cwd })
      await openFlow(page)
      await node(page, 'hint').click()
      await page.getByRole('button', { name: 'Remove the connection to done (KEYWORD two)' }).click()
      expect(await page.locator('.removed').textContent()).toContain('KEYWORD two')
      await save(page)
      expect(read(cwd)).toBe(source.replace(`, ${two}`, ''))
    })

    test('the chosen one gets a new node, and only one', async () => {
      const cwd = await folderWith(project)
      const { page } = await openStudioPage({ cwd })
      await openFlow(page)
      await node(page, 'hint').click()
      const add = async (name: string, place: string) => {
        await page.getByLabel('Name of the new node').fill(name)
        await page.getByLabel('Reply of the new node').fill(`Text of ${name}`)
        await page.getByLabel('Place').selectOption(place)
        await button(page, 'Add node').click()
      }
      await add('n2', 'Between hint and done (KEYWORD two)')
      await add('n1', 'Between hint and done (KEYWORD two)')
      await page.getByText('This connection has a new node already.').waitFor()
      await page.getByRole('heading', { name: '1 unsaved change' }).waitFor()
      await add('n1', 'Between hint and done (KEYWORD one)')
      await save(page)
      expect(read(cwd)).toContain(one.replace('done', 'n1'))
      expect(read(cwd)).toContain(two.replace('done', 'n2'))
      expect(read(cwd)).toContain('Text of n1\n      next: done\n')
      expect(read(cwd)).toContain('Text of n2\n      next: done\n')
    })
  })

  test('an unsaved change is undone and made again without a write', async () => {
    const cwd = await folderWith(refundProject)
    const { page } = await openStudioPage({ cwd })
    await openFlow(page)
    await page.getByLabel('Title').fill('Refunds')
    await button(page, 'Undo').click()
    expect(await page.getByLabel('Title').inputValue()).toBe('Refund status')
    await button(page, 'Redo').click()
    expect(await page.getByLabel('Title').inputValue()).toBe('Refunds')
    await view(page, 'Scenarios').click()
    await page.getByText('unsaved', { exact: true }).waitFor()
    expect(read(cwd)).toBe(written)
  })

  test('the message about a saved change shows the beginning of a long text', async () => {
    const cwd = await folderWith(refundProject)
    const { page } = await openStudioPage({ cwd })
    await openFlow(page)
    await node(page, 'hint').click()
    const text = 'Sundays do not count. '.repeat(2000).trim()
    await page.getByLabel('Reply', { exact: true }).fill(text)
    await button(page, 'Save').click()
    const status = page.locator('.notices [role="status"]')
    await status.getByText('Saved: set the reply of "hint" to "Sundays do not count.').waitFor()
    expect((await status.textContent())?.length).toBeLessThan(150)
    await button(page, 'Undo').click()
    await status.getByText('Undone: set the reply of "hint" to "Sundays do not count.').waitFor()
    expect((await status.textContent())?.length).toBeLessThan(150)
    expect(read(cwd)).toBe(written)
  })

  test('a change of the disk does not hide why something was not undone, nor that it was', async () => {
    const cwd = await folderWith(refundProject)
    const { page } = await openStudioPage({ cwd })
    const said = page.locator('.notices')
    const changed = said.getByText(`${file} changed on the disk.`)
    await openFlow(page)
    await page.getByLabel('Title').fill('Refunds')
    await save(page)
    put(cwd, { [file]: `${read(cwd)}# by hand\n` })
    await button(page, 'Undo').click()
    const refusal = said.getByText('Not undone: set title to "Refunds".')
    await changed.waitFor()
    await refusal.waitFor()
    await page.getByLabel('Title').fill('Money back')
    await save(page)
    await refusal.waitFor({ state: 'detached' })
    await button(page, 'Undo').click()
    const undone = said.getByText('Undone: set title to "Money back".')
    await undone.waitFor()
    put(cwd, { [file]: read(cwd).replace('Where is', 'Where was') })
    await page.locator('bdi', { hasText: 'Where was my refund?' }).waitFor()
    expect(await said.getByRole('paragraph').allTextContents()).toEqual([
      await undone.textContent(),
      await changed.textContent(),
    ])
  })

  test('an edit whose file has changed since is not undone, and does not prevent that earlier ones are', async () => {
    const other = 'scenarios/orders/cancel.scenario.yaml'
    const cwd = await folderWith(refundProject)
    const { page } = await openStudioPage({ cwd })
    const retitle = async (from: string, to: string) => {
      await view(page, 'Scenarios').click()
      await page.getByRole('link', { name: from }).click()
      await page.getByLabel('Title').fill(to)
      await save(page)
    }
    const refused = page.getByRole('alert').filter({ hasText: `The file ${file} has changed since.` })
    await retitle('Cancel an order', 'Cancel')
    await retitle('Refund status', 'Refunds')
    const elsewhere = `${read(cwd)}# by hand\n`
    put(cwd, { [file]: elsewhere })
    await button(page, 'Undo').click()
    await refused.getByText('Not undone: set title to "Refunds".').waitFor()
    expect(read(cwd)).toBe(elsewhere)
    await button(page, 'Undo').click()
    await page.getByText('Undone: set title to "Cancel".').waitFor()
    expect(readFileSync(join(cwd, other), 'utf8')).toBe(refundProject[other])
    await page.locator('button[aria-disabled="true"]', { hasText: 'Undo' }).waitFor()
    rmSync(join(cwd, other))
    await button(page, 'Redo').click()
    await page
      .getByRole('alert')
      .getByText(`Not redone: set title to "Cancel". The file ${other} does not exist any more.`)
      .waitFor()
    await page.locator('button[aria-disabled="true"]', { hasText: 'Redo' }).waitFor()
  })

  test('a change of the disk appears by itself', async () => {
    const cwd = await folderWith(refundProject)
    const { page } = await openStudioPage({ cwd })
    await openFlow(page)
    put(cwd, { [file]: written.replace('Refund status', 'Money back') })
    await page.locator('.scenario-title', { hasText: 'Money back' }).waitFor()
    expect(await page.getByLabel('Title').inputValue()).toBe('Money back')
    put(cwd, { 'scenarios/third.scenario.yaml': refundProject['scenarios/orders/cancel.scenario.yaml'] })
    await view(page, 'Scenarios').click()
    await page.getByText('3 scenarios').waitFor()
  })

  test('the page says that the baseline cannot be used until it is repaired', async () => {
    const cwd = await folderWith(refundProject)
    const { page } = await openStudioPage({ cwd })
    put(cwd, { 'scenewright.baseline.json': '<<<<<<< ours\n' })
    const warning = page.locator('.notice.warn')
    await warning.getByText('"scenewright.baseline.json" contains an unresolved merge conflict.').waitFor()
    put(cwd, { 'scenewright.baseline.json': '{ "version": 1, "findings": [] }\n' })
    await warning.waitFor({ state: 'detached' })
  })

  test.each(['Flow', 'Source'])(
    'the error of a broken config is gone when it is repaired, in the view %s',
    async name => {
      const cwd = await folderWith(refundProject)
      const { page } = await openStudioPage({ cwd })
      await openFlow(page)
      await view(page, name).click()
      put(cwd, { 'scenewright.config.yaml': 'bot: {\n' })
      const error = page.getByRole('alert').locator('bdi').first()
      await error.getByText(/^scenewright\.config\.yaml:1:6: .*\.$/).waitFor()
      put(cwd, { 'scenewright.config.yaml': 'bot: {}\n' })
      await error.waitFor({ state: 'detached' })
    },
  )

  test('a scenario that is broken or removed elsewhere is not drawn, and comes back', async () => {
    const cwd = await folderWith(refundProject)
    const { page } = await openStudioPage({ cwd })
    await openFlow(page)
    put(cwd, { [file]: 'title: [' })
    await page.getByText('No scenario has the key orders/refund').waitFor()
    await view(page, 'Scenarios').click()
    await page.getByRole('link', { name: file, exact: true }).click()
    await page.getByRole('heading', { name: '1 finding' }).waitFor()
    put(cwd, { [file]: written })
    await view(page, 'Scenarios').click()
    await openFlow(page)
  })

  test('a scenario whose file comes back is shown again, and its unsaved changes are still there', async () => {
    const cwd = await folderWith(refundProject)
    const { page } = await openStudioPage({ cwd })
    await openFlow(page)
    for (const title of ['Refund status', 'Refunds']) {
      await page.getByLabel('Title').fill(title)
      renameSync(join(cwd, file), join(cwd, 'away'))
      await page.getByText('No scenario has the key orders/refund').waitFor()
      renameSync(join(cwd, 'away'), join(cwd, file))
      await outline(page).waitFor()
      expect(await page.getByLabel('Title').inputValue()).toBe(title)
    }
    await save(page)
    expect(read(cwd)).toBe(written.replace('Refund status', 'Refunds'))
  })

  test('unsaved input survives a change of the disk, which Save shows, and both are kept', async () => {
    const cwd = await folderWith(refundProject)
    const { page } = await openStudioPage({ cwd })
    await openFlow(page)
    await page.getByLabel('Title').fill('Refunds')
    const elsewhere = written.replace('Refund status', 'Money back').replace('up to 5 days', 'a week')
    put(cwd, { [file]: elsewhere })
    await page.getByText('The file was changed on the disk. Your changes are kept').waitFor()
    expect(await page.getByLabel('Title').inputValue()).toBe('Refunds')
    await button(page, 'Save').click()
    const dialog = page.getByRole('dialog', { name: 'The file was changed elsewhere' })
    await dialog.getByText('Changed elsewhere: "Money back"').waitFor()
    expect(read(cwd)).toBe(elsewhere)
    await dialog.getByRole('button', { name: 'Reapply my changes' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(read(cwd)).toBe(elsewhere)
    await save(page)
    expect(read(cwd)).toBe(elsewhere.replace('Money back', 'Refunds'))
  })

  test('changes of two pages are a conflict, and the later one may be discarded', async () => {
    const cwd = await folderWith(refundProject)
    const { page, another } = await openStudioPage({ cwd })
    const other = await another()
    await openFlow(page)
    await openFlow(other)
    await other.getByLabel('Title').fill('Theirs')
    await page.getByLabel('Title').fill('Mine')
    await save(page)
    await other.getByText('The file was changed on the disk').waitFor()
    await button(other, 'Save').click()
    await other.getByRole('button', { name: 'Reload, and discard my changes' }).click()
    await other.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await other.getByLabel('Title').inputValue()).toBe('Mine')
    expect(read(cwd)).toBe(written.replace('Refund status', 'Mine'))
  })

  test('the text of a source is edited, checked while it is typed, saved, and undone', async () => {
    const cwd = await folderWith(refundProject)
    const { page } = await openStudioPage({ cwd })
    await openFlow(page)
    await page.getByRole('link', { name: `${file}:16` }).click()
    const text = page.getByRole('textbox', { name: `Text of ${file}` })
    await text.waitFor()
    await page.locator('.cm-activeLine', { hasText: 'next: don' }).waitFor()
    await page.keyboard.press('End')
    await page.keyboard.type('e')
    await page.getByRole('heading', { name: '0 findings' }).waitFor()
    expect(read(cwd)).toBe(written)
    await page.keyboard.press('Control+S')
    await page.getByText('Saved: the text').waitFor()
    expect(read(cwd)).toBe(written.replace('next: don\n', 'next: done\n'))
    await button(page, 'Undo').click()
    await page.getByText('Undone: the text').waitFor()
    expect(read(cwd)).toBe(written)
    await page.getByRole('heading', { name: '1 finding' }).waitFor()
  })

  /** Opens the text of a source with the cursor at its end. */
  async function openText(page: Page, name: string): Promise<void> {
    await view(page, 'Source').click()
    await page.locator('.picker select').selectOption(name)
    await page.getByRole('textbox', { name: `Text of ${name}` }).click()
    await page.keyboard.press('Control+End')
  }

  async function saveWithConflict(page: Page) {
    await button(page, 'Save').click()
    const dialog = page.getByRole('dialog', { name: 'The file was changed elsewhere' })
    await dialog.waitFor()
    return dialog
  }

  test('two texts of a source are shown next to each other, and both changes are kept', async () => {
    const cwd = await folderWith(refundProject)
    const { page } = await openStudioPage({ cwd })
    await openFlow(page)
    await page.getByRole('link', { name: `${file}:16` }).click()
    await page.locator('.cm-activeLine', { hasText: 'next: don' }).waitFor()
    await page.keyboard.press('End')
    await page.keyboard.type('e')
    const elsewhere = written.replace('5 days', '6 days')
    put(cwd, { [file]: elsewhere })
    await page.getByText('The file was changed on the disk. Your text is kept').waitFor()
    const dialog = await saveWithConflict(page)
    expect(await dialog.getByLabel('On the disk now').last().inputValue()).toContain('6 days')
    expect(await dialog.getByLabel('Your text').last().inputValue()).toContain('next: done')
    await dialog.getByRole('button', { name: 'Reapply my changes' }).click()
    expect(read(cwd)).toBe(elsewhere)
    await save(page)
    expect(read(cwd)).toBe(elsewhere.replace('next: don\n', 'next: done\n'))
  })

  test('of two texts with different changes of one line, the own one is kept under that name', async () => {
    const cwd = await folderWith(refundProject)
    const { page } = await openStudioPage({ cwd })
    await openText(page, file)
    await page.keyboard.type('# mine')
    put(cwd, { [file]: `${written}# theirs\n` })
    await page.getByText('The file was changed on the disk. Your text is kept').waitFor()
    const dialog = await saveWithConflict(page)
    expect(await dialog.getByRole('button', { name: 'Reapply my changes' }).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Replace the text by mine' }).click()
    await save(page)
    expect(read(cwd)).toBe(`${written}# mine`)
  })

  test('unsaved texts of two sources are kept, and saved together', async () => {
    const other = 'scenarios/orders/cancel.scenario.yaml'
    const cwd = await folderWith(refundProject)
    const { page } = await openStudioPage({ cwd })
    for (const name of [file, other]) {
      await openText(page, name)
      await page.keyboard.type('# mine')
    }
    await page.getByText('2 unsaved').waitFor()
    await page.locator('.picker select').selectOption(file)
    await page
      .getByRole('textbox', { name: `Text of ${file}` })
      .filter({ hasText: '# mine' })
      .waitFor()
    await save(page)
    for (const name of [file, other] as const) {
      expect(readFileSync(join(cwd, name), 'utf8')).toBe(`${refundProject[name]}# mine`)
    }
  })

  test('Ctrl+Z in a source takes back what was typed, also after Save, and never a change of the disk', async () => {
    const cwd = await folderWith(refundProject)
    const { page } = await openStudioPage({ cwd })
    await openText(page, file)
    const text = page.getByRole('textbox', { name: `Text of ${file}` })
    const saveByKey = async () => {
      await page.keyboard.press('Control+S')
      await page.locator('button[aria-disabled="true"]', { hasText: 'Save' }).waitFor()
    }
    await page.keyboard.type('#')
    await saveByKey()
    await page.keyboard.press('Control+Z')
    await saveByKey()
    expect(read(cwd)).toBe(written)
    const elsewhere = written.replace('5 days', '6 days')
    put(cwd, { [file]: elsewhere })
    await text.filter({ hasText: '6 days' }).waitFor()
    await page.keyboard.press('Control+Z')
    await page.keyboard.type('#')
    await saveByKey()
    expect(read(cwd)).toBe(`${elsewhere}#`)
  })

  test('an unsaved text is undone and made again', async () => {
    const { page } = await openStudioPage({ cwd: await folderWith(refundProject) })
    await openText(page, file)
    const text = page.getByRole('textbox', { name: `Text of ${file}` })
    await page.keyboard.type('# mine')
    await button(page, 'Undo').click()
    await text.filter({ hasNotText: '# mine' }).waitFor()
    await button(page, 'Redo').click()
    await text.filter({ hasText: '# mine' }).waitFor()
    await page.getByText('1 unsaved', { exact: true }).waitFor()
    await button(page, 'Undo').click()
    await page.locator('button[aria-disabled="true"]', { hasText: 'Save' }).waitFor()
  })

  test('a field and the text of one source are saved together', async () => {
    const cwd = await folderWith(refundProject)
    const { page } = await openStudioPage({ cwd })
    await openFlow(page)
    await page.getByLabel('Title').fill('Refunds')
    await openText(page, file)
    await page.keyboard.type('# mine')
    await page.getByText('2 unsaved').waitFor()
    await save(page)
    expect(read(cwd)).toBe(`${written.replace('Refund status', 'Refunds')}# mine`)
  })

  describe('while a write goes on', () => {
    /** Keeps the answers to these requests back, from when the server has made what they ask for. */
    async function holdAnswers(page: Page, path: string): Promise<() => void> {
      let release = () => {}
      const isReleased = new Promise<void>(resolve => {
        release = resolve
      })
      await page.route(path, async route => {
        const response = await route.fetch()
        await isReleased
        await route.fulfill({ response })
      })
      onTestFinished(() => page.unroute(path))
      return release
    }

    async function openHeld(path: string) {
      const cwd = await folderWith(refundProject)
      const { page } = await openStudioPage({ cwd })
      await openFlow(page)
      return { cwd, page, hold: () => holdAnswers(page, path) }
    }

    test('Undo takes back what is being saved once it is saved', async () => {
      const { cwd, page, hold } = await openHeld('**/api/edit')
      await page.getByLabel('Title').fill('Refunds')
      const release = await hold()
      await button(page, 'Save').click()
      await button(page, 'Undo').click()
      release()
      await page.getByText('Undone: set title to "Refunds".').waitFor()
      expect(read(cwd)).toBe(written)
      expect(await page.getByLabel('Title').inputValue()).toBe('Refund status')
    })

    test('a value that gets its former text, or is dropped, is that of the file afterwards', async () => {
      const { cwd, page, hold } = await openHeld('**/api/edit')
      await page.getByLabel('Title').fill('Refunds')
      await page.getByLabel('Exit message').fill('Bye')
      const release = await hold()
      await button(page, 'Save').click()
      await page.getByLabel('Title').fill('Refund status')
      await page.getByRole('button', { name: 'Drop this change' }).first().click()
      release()
      await page.getByText('Saved: 2 changes').waitFor()
      await page.getByText('1 unsaved', { exact: true }).waitFor()
      expect(read(cwd)).toContain('title: Refunds #')
      expect(await page.getByLabel('Title').inputValue()).toBe('Refund status')
      expect(await page.getByLabel('Exit message').inputValue()).toBe('Bye')
      await save(page)
      expect(read(cwd)).toBe(written.replace('flow:', 'exit_message: Bye\nflow:'))
    })

    test('a text that gets its former content is unsaved afterwards', async () => {
      const { cwd, page, hold } = await openHeld('**/api/edit')
      await openText(page, file)
      await page.keyboard.type('#')
      const release = await hold()
      await page.keyboard.press('Control+S')
      await page.keyboard.press('Control+Z')
      release()
      await page.getByText('Saved: the text').waitFor()
      expect(read(cwd)).toBe(`${written}#`)
      await save(page)
      expect(read(cwd)).toBe(written)
    })

    test('a second Save waits, and saves what was changed meanwhile', async () => {
      const { cwd, page, hold } = await openHeld('**/api/edit')
      await page.getByLabel('Title').fill('Refunds')
      const release = await hold()
      await page.keyboard.press('Control+S')
      await page.getByLabel('Exit message').fill('Bye')
      await page.keyboard.press('Control+S')
      release()
      await page.getByText('Saved: set exit message to "Bye".').waitFor()
      expect(read(cwd)).toBe(written.replace('Refund status', 'Refunds').replace('flow:', 'exit_message: Bye\nflow:'))
    })

    test('Save waits for an Undo of this page, which is no change from elsewhere', async () => {
      const { cwd, page, hold } = await openHeld('**/api/edit')
      await page.getByLabel('Title').fill('Refunds')
      await save(page)
      const release = await hold()
      await button(page, 'Undo').click()
      await page.getByLabel('Exit message').fill('Bye')
      await button(page, 'Save').click()
      release()
      await page.getByText('Saved: set exit message to "Bye".').waitFor()
      expect(read(cwd)).toBe(written.replace('flow:', 'exit_message: Bye\nflow:'))
    })

    test('Save waits for the fix of a finding', async () => {
      const { cwd, page, hold } = await openHeld('**/api/fix')
      await page.getByLabel('Title').fill('Refunds')
      const release = await hold()
      await page.getByRole('button', { name: /^Fix/ }).first().click()
      await button(page, 'Save').click()
      release()
      await page.getByText('Saved: set title to "Refunds".').waitFor()
      expect(read(cwd)).toBe(written.replace('Refund status', 'Refunds').replace('next: don\n', 'next: done\n'))
    })
  })

  test('unsaved changes of a removed source do not prevent others, and are discarded alone', async () => {
    const other = 'scenarios/orders/cancel.scenario.yaml'
    const cwd = await folderWith(refundProject)
    const { page } = await openStudioPage({ cwd })
    await openText(page, other)
    await page.keyboard.type('# mine')
    await view(page, 'Scenarios').click()
    await page.getByRole('link', { name: 'Cancel an order' }).click()
    await page.getByLabel('Title').fill('Cancel')
    rmSync(join(cwd, other))
    await page.getByText('No scenario has the key orders/cancel').waitFor()
    await view(page, 'Scenarios').click()
    await openFlow(page)
    await page.getByLabel('Title').fill('Refunds')
    for (const [words, left] of [
      ['The file has no such scenario any more.', '1 unsaved'],
      ['The file does not exist any more.', ''],
    ] as const) {
      const dialog = await saveWithConflict(page)
      await dialog.getByText(words).waitFor()
      await dialog.getByRole('button', { name: 'Reload, and discard my changes' }).click()
      await page.locator('.unsaved').getByText(left, { exact: true }).waitFor({ state: 'attached' })
    }
    expect(read(cwd)).toBe(written.replace('Refund status', 'Refunds'))
  })

  test('a change that was also made elsewhere is not unsaved any more', async () => {
    const cwd = await folderWith(refundProject)
    const { page } = await openStudioPage({ cwd })
    await openFlow(page)
    await page.getByLabel('Title').fill('Refunds')
    put(cwd, { [file]: written.replace('Refund status', 'Refunds') })
    await page.getByText('The file was changed on the disk. Your changes are kept').waitFor()
    const dialog = await saveWithConflict(page)
    await dialog.getByRole('button', { name: 'Reapply my changes' }).click()
    await page.locator('button[aria-disabled="true"]', { hasText: 'Save' }).waitFor()
  })

  test('a change of a node that another change has removed is refused, and stays', async () => {
    const cwd = await folderWith(refundProject)
    const { page } = await openStudioPage({ cwd })
    await openFlow(page)
    await node(page, 'hint').click()
    await button(page, 'Remove node').click()
    await page.getByLabel('Reply', { exact: true }).fill('Only workdays count.')
    await button(page, 'Save').click()
    const refused =
      'Not saved: set the reply of "hint" to "Only workdays count.". What it changes does not exist any more.'
    await page.getByRole('alert').getByText(refused).waitFor()
    expect(read(cwd)).not.toContain('hint')
    await page.getByText('1 unsaved', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Drop this change' }).click()
    await page.locator('button[aria-disabled="true"]', { hasText: 'Save' }).waitFor()
  })

  test('a link opens in a new tab, and the token is in no address, history or referrer', async () => {
    const cwd = await folderWith(refundProject)
    const { page } = await openStudioPage({ cwd })
    const opened = page.context().waitForEvent('page')
    await page.getByRole('link', { name: 'Refund status' }).click({ modifiers: ['Control'] })
    const other = await opened
    onTestFinished(() => other.close())
    expect(await other.getByLabel('Title').inputValue()).toBe('Refund status')
    expect(await other.evaluate('location.href + document.referrer + history.length')).toMatch(
      /^http:[/][/]127\.0\.0\.1:\d+[/]#[/]flow\?key=orders%2Frefund\d$/,
    )
    await page.goBack()
    expect(page.url()).not.toContain('token')
  })

  test('a tab without a valid token says what to do, and takes it from no other tab', async () => {
    const cwd = await folderWith(refundProject)
    const { page, another } = await openStudioPage({ cwd })
    const { origin } = new URL(page.url())
    const refused = (shown: Page) => shown.getByText('This tab has no valid token. Open the address').waitFor()
    const other = await another()
    await other.goto('about:blank')
    await other.goto(`${origin}/#token=wrong`)
    await refused(other)
    await other.getByRole('heading', { name: 'Scenarios' }).waitFor()
    expect(await other.getByText('Loading…').count()).toBe(0)
    expect(await other.getByRole('alert').textContent()).toBe('')
    await page.reload()
    await page.getByRole('link', { name: 'Refund status' }).waitFor()
    // As the page begins: a request that is still under way would keep the token again. An empty page has no storage.
    await page.addInitScript('if (location.origin !== "null") localStorage.clear()')
    await page.reload()
    await refused(page)
  })

  test('the printed address gives its token to a tab that has another one', async () => {
    const { port, token } = await studioAt({ cwd: await folderWith(refundProject) })
    const page = await (await newContext()).newPage()
    await page.goto(`http://127.0.0.1:${port}/#token=wrong`)
    await page.getByText('This tab has no valid token.').waitFor()
    await page.goto(`http://127.0.0.1:${port}/#token=${token}`)
    await page.getByRole('link', { name: 'Refund status' }).waitFor()
    expect(page.url()).not.toContain('token')
  })

  test('under the name localhost, which may lead to another program, a new tab gets no token', async () => {
    const { port, token } = await studioAt({ cwd: await folderWith(refundProject) })
    const context = await newContext()
    const page = await context.newPage()
    const origin = `http://localhost:${port}`
    await page.goto(`${origin}/#token=${token}`)
    await page.getByRole('link', { name: 'Refund status' }).waitFor()
    await page.reload()
    await page.getByRole('link', { name: 'Refund status' }).waitFor()
    const other = await context.newPage()
    await other.goto(origin)
    await other.getByText('This tab has no valid token.').waitFor()
  })

  test('an error is two sentences without advice for the command line, and goes away with its view', async () => {
    const { page } = await openStudioPage({ cwd: await folderWith(refundProject) })
    await view(page, 'Changes').click()
    const warning = page.locator('.notice.warn')
    await warning.getByText(/^".*" is not in a git repository\.$/).waitFor()
    const help = 'To see what has changed since a revision, put the project in a git repository.'
    expect(await warning.locator('bdi').last().textContent()).toBe(help)
    await page.evaluate('void (location.hash = "#/source?file=scenarios/none.scenario.yaml")')
    const notice = page.getByRole('alert').getByText('"scenarios/none.scenario.yaml" is not a source of the project.')
    await notice.waitFor()
    await page.getByText('The project has no such source.').waitFor()
    await view(page, 'Chat').click()
    await notice.waitFor({ state: 'detached' })
  })

  test('Back to the address without a view shows the list, and skipping to the content keeps the view', async () => {
    const { another } = await openStudioPage({ cwd: await folderWith(refundProject) })
    const page = await another()
    await page.goto(new URL('/', page.url()).href)
    await openFlow(page)
    await page.goBack()
    await page.getByRole('heading', { name: 'Scenarios', level: 1 }).waitFor()
    await openFlow(page)
    const address = page.url()
    await page.getByRole('link', { name: 'Skip to the content' }).focus()
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('main')
    expect(page.url()).toBe(address)
  })

  test('a source whose text cannot be shown says why, until it can', async () => {
    const cwd = await folderWith(refundProject)
    const { page } = await openStudioPage({ cwd })
    writeFileSync(join(cwd, file), Buffer.from(written.replace('finance', 'B\xfcro'), 'latin1'))
    await page.evaluate(`void (location.hash = '#/source?${new URLSearchParams({ file })}')`)
    const reason = page.getByRole('main').getByText(`"${file}" is not valid UTF-8. Save it as UTF-8 in your editor.`)
    await reason.waitFor()
    expect(await page.getByText('Loading…').count()).toBe(0)
    put(cwd, { [file]: written })
    await page.getByRole('textbox', { name: `Text of ${file}` }).waitFor()
    expect(await reason.count()).toBe(0)
  })

  test('filters and Source know all findings, also those beyond the 2,000 that are listed', async () => {
    const examples = Array.from({ length: 2100 }, (_none, index) => `  - ${index}  spaces\u200b\n`).join('')
    const cwd = await folderWith({
      ...refundProject,
      // Findings about triggers come later.
      'scenewright.config.yaml': 'bot: {}\nrules: { trigger/*: off }\n',
      'scenarios/a.scenario.yaml': written.replace('next: don\n', 'next: done\n').replace('flow:', `${examples}flow:`),
    })
    const { page } = await openStudioPage({ cwd })
    await page.getByRole('combobox', { name: 'Findings' }).selectOption('graph/unknown-target')
    await page.getByText('1 of 3 scenarios').waitFor()
    await page.getByRole('combobox', { name: 'Findings' }).selectOption('error')
    await page.getByText('1 of 3 scenarios').waitFor()
    await openText(page, file)
    await page.getByRole('heading', { name: '1 finding', exact: true }).waitFor()
  })

  test('50 findings outside of scenarios are listed, and how many more there are', async () => {
    const broken = Array.from({ length: 53 }, (_none, index) => [`scenarios/b${index}.scenario.yaml`, 'title: [\n'])
    const { page } = await openStudioPage({
      cwd: await folderWith({ ...refundProject, ...Object.fromEntries(broken) }),
    })
    await page.getByRole('region', { name: 'Findings outside of scenarios' }).getByText('3 more findings').waitFor()
  })

  test('what cannot be compared is explained in words for a page', async () => {
    const cwd = await repositoryWith(refundProject)
    const { page } = await openStudioPage({ cwd })
    await view(page, 'Changes').click()
    const words = async (name: string) => {
      await page.getByLabel('Compare with').fill(name)
      await button(page, 'Compare').click()
      const found = page.locator('.notice.warn')
      await found.waitFor()
      return (await found.locator('bdi').allTextContents()).join(' ')
    }
    expect(await words('scenarios')).toBe(
      '"scenarios" is a path, not a branch, tag or commit: a comparison needs a revision. Enter a branch, tag or commit.',
    )
    await page.getByLabel('Compare with').fill('')
    await button(page, 'Compare').click()
    await page.getByText('No scenario has changed').waitFor()
    put(cwd, { [file]: 'title: [' })
    const help = page.getByText('The view Scenarios lists the sources with errors: fix them first.')
    await page.getByText('1 source of the working files cannot be compared.').waitFor()
    await help.waitFor()
  })

  test('a near miss of the lab becomes an example, unsaved', async () => {
    const strict = written.replace('min_confidence: 60', 'min_confidence: 100')
    const cwd = await folderWith({ ...refundProject, [file]: strict })
    const { page } = await openStudioPage({ cwd })
    await view(page, 'Lab').click()
    await page.getByLabel('Messages, one per line').fill('has my refund come\nasdf')
    await button(page, 'Evaluate').click()
    await page.getByRole('button', { name: 'Add as example “has my refund come”' }).click()
    await page.getByText('Added, not saved yet.').waitFor()
    expect(read(cwd)).toBe(strict)
    await save(page)
    expect(read(cwd)).toContain('  - refund still not here\n  - has my refund come\n')
  })

  test('a chat starts at a node, and follows a saved change', async () => {
    const cwd = await folderWith(refundProject)
    const { page } = await openStudioPage({ cwd })
    await openFlow(page)
    await node(page, 'hint').click()
    await button(page, 'Chat from here').click()
    await page.getByText('The next message starts at the node hint').waitFor()
    await page.getByLabel('Message').fill('hello')
    await page.keyboard.press('Enter')
    const said = page.getByRole('list', { name: 'Conversation' })
    await said.getByText('Sundays do not count.').waitFor()
    put(cwd, { [file]: written.replace('Sundays do not count.', 'Workdays count.') })
    await said.getByText('Workdays count.').waitFor()
  })

  test('what code computes is edited elsewhere: its file and line are shown', async () => {
    const cwd = await folderWith({
      ...refundProject,
      'scenarios/code.scenario.ts': `import { scenario } from 'scenewright'
const end = 'end'
const text = ['An', 'swer'].join('')
export const made = scenario({
  title: 'Code',
  trigger_description: 'About code.',
  examples: ['code', 'more code', 'yet more code'],
  flow: { nodes: Object.fromEntries([['a', { text, next: end }], [end, 'END']]) },
})
`,
    })
    const { page } = await openStudioPage({ cwd })
    await page.getByRole('link', { name: 'Code' }).click()
    await node(page, 'a').click()
    expect(await page.getByLabel('Open at line').inputValue()).toMatch(/^scenarios\/code\.scenario\.ts:\d+$/)
    await page.getByLabel('Reply', { exact: true }).fill('Another answer')
    await button(page, 'Save').click()
    await page.getByRole('alert').getByText('The change cannot be made safely').waitFor()
    await page.getByRole('heading', { name: '1 unsaved change' }).waitFor()
  })

  test('a read-only studio has no button that writes', async () => {
    const cwd = await folderWith(refundProject)
    const { page } = await openStudioPage({ cwd, args: ['--read-only'] })
    await page.getByText('Read only').waitFor()
    expect(await button(page, 'Save').count()).toBe(0)
    await openFlow(page)
    expect(await page.getByLabel('Title').isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: /^Fix/ }).count()).toBe(0)
  })

  test('a drag of the picture goes on when the project changes meanwhile', async () => {
    const cwd = await folderWith(refundProject)
    const { page } = await openStudioPage({ cwd })
    await openFlow(page)
    const transform = () => page.locator('.content').evaluate(content => content.style.transform)
    await page.locator('.frame').hover({ position: { x: 20, y: 20 } })
    await page.mouse.down()
    const loaded = page.waitForResponse('**/api/project')
    put(cwd, { 'scenarios/orders/new.scenario.yaml': written.replace('Refund status', 'New scenario') })
    await (await loaded).finished()
    await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))')
    const before = await transform()
    await page.mouse.move(700, 500, { steps: 5 })
    await page.mouse.up()
    expect(await transform()).not.toBe(before)
  })

  test('the picture is panned and zoomed by keys and pointer, and is not drawn again', async () => {
    const cwd = await folderWith(refundProject)
    const { page } = await openStudioPage({ cwd })
    await openFlow(page)
    await page.getByRole('list', { name: 'Legend' }).waitFor()
    const transform = () => page.locator('.content').evaluate(content => content.style.transform)
    await page.evaluate(`window.redrawn = 0
      new MutationObserver(changes => { window.redrawn += changes.length })
        .observe(document.querySelector('svg.flow'), { subtree: true, childList: true, attributes: true })`)
    const seen = [await transform()]
    await page.locator('.frame').focus()
    for (const key of ['ArrowLeft', 'ArrowDown', '+', '-', '0']) {
      await page.keyboard.press(key)
      seen.push(await transform())
    }
    const [fitted, right, up, larger, smaller, fittedAgain] = seen
    expect(new Set([fitted, right, up, larger]).size).toBe(4)
    expect(smaller).toBe(up)
    expect(fittedAgain).toBe(fitted)
    await page.locator('.frame').hover()
    await page.mouse.down()
    await page.mouse.move(500, 500, { steps: 5 })
    await page.mouse.up()
    expect(await transform()).not.toBe(seen[0])
    expect(await page.evaluate('window.redrawn')).toBe(0)
    await page.locator('[data-node="hint"]').click()
    await page.getByRole('heading', { name: 'Node hint' }).waitFor()
  })
})
