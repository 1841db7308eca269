import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byTier } from '../../../../test/tier.ts'
import { compileText } from '../../../compiler/src/index.ts'
import { mangledSource } from '../../../compiler/test/mangled-sources.ts'
import { asked, comparable, lastingComments, wish } from '../../../compiler/test/random-change.ts'
import { copyOf, exampleBots, folderWith } from '../run.ts'
import { type Page, studioAt } from './studio-at.ts'

/** In each of two tests. More than half of them can be made: over 10,000 in the full tier, each of which is undone. */
const runs = byTier({ once: 30, full: 8500 })

async function openBot(name: string) {
  const cwd = await copyOf(name)
  const page = await studioAt({ cwd })
  const { sources } = (await page.get('/api/project')).data
  return { cwd, page, sources: (sources as string[]).filter(file => file.includes('.scenario.')) }
}

/**
 * Makes a random change through the studio, and checks all that is promised of it: exactly the change is made, no
 * comment is lost, no other file changes, and the inverse restores every byte. Returns whether it was made.
 */
async function isMade(
  { cwd, page }: { readonly cwd: string; readonly page: Page },
  file: string,
  wanted: Parameters<typeof asked>[1],
): Promise<boolean> {
  const path = join(cwd, file)
  const before = readFileSync(path, 'utf8')
  const others = otherFiles(cwd, file)
  const text = before.replace(/^\ufeff/, '')
  const [scenario] = (await compileText({ file, key: 'a', text })).scenarios
  const change = scenario && asked(scenario, wanted)
  if (change === undefined) return false
  const { data: read } = await page.get(`/api/source?file=${encodeURIComponent(file)}`)
  const answer = await page.post('/api/edit', { file, hash: read.hash, changes: [change[0]] })
  const after = readFileSync(path, 'utf8')
  if (answer.status !== 200) {
    expect([answer.status, after]).toEqual([422, before])
    return false
  }
  expect(lastingComments(after, file, change[0])).toEqual(lastingComments(before, file, change[0]))
  const [now] = (await compileText({ file, key: 'a', text: after.replace(/^\ufeff/, '') })).scenarios
  // A value that the schema refuses is for the checker to report.
  if (now !== undefined) expect(comparable(now.document)).toEqual(comparable(change[1]))
  expect(otherFiles(cwd, file)).toEqual(others)
  const undone = await page.post('/api/edit', { file, hash: answer.data.hash, edits: answer.data.inverse })
  expect([undone.status, readFileSync(path, 'utf8')]).toEqual([200, before])
  return true
}

function otherFiles(cwd: string, file: string): readonly string[] {
  return readdirSync(dirname(join(cwd, file))).map(name => {
    const path = join(dirname(file), name)
    return path === file || !/\.\w+\.\w+$/.test(name) ? name : `${name} ${readFileSync(join(cwd, path), 'utf8')}`
  })
}

test('random edits of the example bots change what they say, keep all comments, and can be undone', async () => {
  const bots = await Promise.all(exampleBots.map(openBot))
  let made = 0
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...bots), fc.nat(), wish, async (bot, pick, wanted) => {
      if (await isMade(bot, bot.sources[pick % bot.sources.length] ?? '', wanted)) made += 1
    }),
    { numRuns: runs, seed: 5, endOnFailure: true },
  )
  expect(made).toBeGreaterThan(runs / 4)
})

test('random edits of sources in any style of YAML do as well', async () => {
  const file = 'scenarios/a.scenario.yaml'
  const cwd = await folderWith({ [file]: 'title: a\n', 'scenarios/b.scenario.yaml': 'title: b\n' })
  const page = await studioAt({ cwd })
  let made = 0
  await fc.assert(
    fc.asyncProperty(mangledSource, wish, async (text, wanted) => {
      writeFileSync(join(cwd, file), text)
      if (await isMade({ cwd, page }, file, wanted)) made += 1
    }),
    { numRuns: runs, seed: 6, endOnFailure: true },
  )
  expect(made).toBeGreaterThan(runs / 5)
})

test('opening every file of the example bots and of generated ones changes no byte', async () => {
  const generated = byTier({ once: 8, full: 1000 })
  const folder = await folderWith({ 'scenewright.config.yaml': '' })
  mkdirSync(join(folder, 'scenarios'))
  for (const [index, text] of fc.sample(mangledSource, { numRuns: generated, seed: 7 }).entries()) {
    writeFileSync(join(folder, `scenarios/s${index}.scenario.yaml`), text)
  }
  for (const cwd of [folder, ...(await Promise.all(exampleBots.map(copyOf)))]) {
    rmSync(join(cwd, '.scenewright'), { recursive: true, force: true })
    const before = contents(cwd)
    const page = await studioAt({ cwd })
    const { sources, scenarios } = (await page.get('/api/project')).data
    for (const file of sources)
      expect((await page.get(`/api/source?file=${encodeURIComponent(file)}`)).status).toBe(200)
    for (const { key } of scenarios) {
      expect((await page.get(`/api/scenario?key=${encodeURIComponent(key)}`)).status).toBe(200)
    }
    await page.get('/api/coverage')
    expect(contents(cwd)).toEqual(before)
  }
})

function contents(cwd: string): readonly (readonly [string, string])[] {
  return readdirSync(cwd, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => !path.includes('.scenewright'))
    .toSorted()
    .map(path => [path, readFileSync(path, 'base64')] as const)
}
