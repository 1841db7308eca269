import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { Reader } from './walkthrough/reader.ts'

const path = fileURLToPath(new URL('../docs/tutorial.md', import.meta.url))
const page = readFileSync(path, 'utf8')

/** All that this test types otherwise than the page says: it has no registry, the service takes a free port, and npx is slow. */
const reader: Reader = new Reader({
  project: 'my-bot',
  substitutions: [
    ['npm install --save-dev scenewright scenewright-service', install],
    ['service start', 'service start --port 0'],
    ['service bot create', () => `service bot create --url ${reader.url}`],
    ['npx scenewright', installed],
  ],
})
afterAll(() => reader.close())

// Where a command prints something else than before, `vitest -u` writes it into the page. Then read the page.
test('docs/tutorial.md shows the output of each command', async () => {
  await expect(await reader.follow(page)).toMatchFileSnapshot(path)
})

test.each(['init', 'check --fix', 'test', 'diff main', 'service start', 'plan', 'apply', 'test --against', 'rollback'])(
  'docs/tutorial.md shows: %s',
  command => expect(page).toContain(`\n$ npx scenewright ${command}`),
)

function install(): string {
  reader.link('scenewright', 'scenewright-service')
  return 'true'
}

let usesOfNpx = 0

/** npx itself the first time, and from then on what it runs, with a variable that npx sets. */
function installed(): string {
  usesOfNpx += 1
  return usesOfNpx === 1 ? 'npx scenewright' : 'npm_config_user_agent=npm node_modules/.bin/scenewright'
}
