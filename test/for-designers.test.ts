import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { Reader } from './walkthrough/reader.ts'

const path = fileURLToPath(new URL('../docs/for-designers.md', import.meta.url))
const page = readFileSync(path, 'utf8')
/** What npx would run. */
const installed: readonly [string, string] = ['npx scenewright', 'node_modules/.bin/scenewright']
const reader = new Reader({ project: 'bot', substitutions: [installed] })
afterAll(() => reader.close())

// Where a command prints something else than before, `vitest -u` writes it into the page. Then read the page.
test('docs/for-designers.md shows the output of each command', async () => {
  reader.write('package.json', '{ "name": "bot", "private": true }\n')
  reader.write('.gitignore', 'node_modules/\n.scenewright/\n')
  reader.link('scenewright')
  await reader.run('cd bot && git init --quiet --initial-branch main')
  await expect(await reader.follow(page)).toMatchFileSnapshot(path)
})
