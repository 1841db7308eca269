import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byTier } from '../../../../test/tier.ts'
import { bin, folderWith } from '../run.ts'
import { type Answer, connectTo, type Page, studioAt } from './studio-at.ts'

const file = 'scenarios/refund.scenario.yaml'
const source = `# Edited by three at once.
title: Refund status
trigger_description: The customer asks when a refund will arrive.
examples:
  - Where is my refund? # the first one
flow:
  nodes:
    answer: { text: It takes 3 to 5 business days., next: done }
    done: END
`

type Tab = Pick<Page, 'get' | 'post'>

/** Adds an example as the page does: with what it has read, and once more on top of the text of a conflict. */
async function addInTab(tab: Tab, example: string): Promise<void> {
  const change = { kind: 'insert', path: ['scenario', 'examples'], texts: [example] }
  let hash: string = (await tab.get(`/api/source?file=${file}`)).data.hash
  for (;;) {
    const answer: Answer = await tab.post('/api/edit', { file, hash, changes: [change] })
    if (answer.status === 200) return
    expect(answer.status).toBe(409)
    hash = answer.data.hash
  }
}

/** Adds an example as an editor does, which writes the whole text at once, in one of two ways. */
function addInEditor(path: string, example: string, isReplacing: boolean): void {
  const text = readFileSync(path, 'utf8').replace('examples:\n', `examples:\n  - ${example}\n`)
  writeFileSync(isReplacing ? `${path}~` : path, text)
  if (isReplacing) renameSync(`${path}~`, path)
}

const action = fc.record({
  who: fc.constantFrom('one', 'other', 'editor'),
  /** How many turns of the event loop it waits. */
  delay: fc.nat({ max: 40 }),
  isReplacing: fc.boolean(),
})

test('two tabs and an editor at once lose no edit and no comment', async () => {
  const cwd = await folderWith({ [file]: source })
  const path = join(cwd, file)
  const page = await studioAt({ cwd })
  const tabs = { one: page, other: connectTo(`http://127.0.0.1:${page.port}/#token=${page.token}`) }
  const actions = fc.array(action, { minLength: 3, maxLength: 7 })
  await fc.assert(
    fc.asyncProperty(actions, async all => {
      writeFileSync(path, source)
      await Promise.all(
        all.map(async ({ who, delay, isReplacing }, index) => {
          for (let turn = 0; turn < delay; turn += 1) await new Promise(setImmediate)
          if (who === 'editor') addInEditor(path, `example ${index} end`, isReplacing)
          else await addInTab(tabs[who], `example ${index} end`)
        }),
      )
      const text = readFileSync(path, 'utf8')
      for (const index of all.keys()) expect(text.split(`example ${index} end\n`).length).toBe(2)
      expect(text).toContain('# Edited by three at once.\n')
      expect(text).toContain('  - Where is my refund? # the first one\n')
      expect(readdirSync(join(cwd, 'scenarios'))).toEqual(['refund.scenario.yaml'])
    }),
    { numRuns: byTier({ once: 20, full: 1000 }), seed: 8, endOnFailure: true },
  )
})

test('a studio that is killed while it writes leaves the old text or the new one', async () => {
  const kills = byTier({ once: 2, full: 40 })
  for (let kill = 0; kill < kills; kill += 1) {
    const cwd = await folderWith({ [file]: source })
    const path = join(cwd, file)
    const child = spawn(bin, ['studio', '--no-open'], { cwd, env: { PATH: process.env.PATH ?? '', HOME: cwd } })
    const ended = new Promise(resolve => child.once('close', resolve))
    const url: string = await new Promise(resolve => {
      child.stdout.setEncoding('utf8').once('data', line => resolve(line.replace('Studio: ', '').trim()))
    })
    const page = connectTo(url)
    let [old, hash]: string[] = [source, (await page.get(`/api/source?file=${file}`)).data.hash]
    const next = (turn: number) => `${source}# ${String(turn).repeat(400_000)}\n`
    for (let turn = 1; ; turn += 1) {
      const answer = page.post('/api/edit', { file, hash, text: next(turn) }).catch(() => undefined)
      if (turn === 2 + (kill % 3)) {
        // While the file and its replacement are written.
        for (let look = 0; look < 30 * kill && readdirSync(join(cwd, 'scenarios')).length === 1; look += 1) {
          await new Promise(setImmediate)
        }
        child.kill('SIGKILL')
        await Promise.all([answer, ended])
        expect([old, next(turn)]).toContain(readFileSync(path, 'utf8'))
        break
      }
      old = next(turn)
      hash = (await answer)?.data.hash
    }
    // The next studio edits it as before.
    const again = await studioAt({ cwd })
    const { data } = await again.get(`/api/source?file=${file}`)
    expect((await again.post('/api/edit', { file, hash: data.hash, text: source })).status).toBe(200)
    expect(readFileSync(path, 'utf8')).toBe(source)
  }
})
