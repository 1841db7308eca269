import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

test('the page of the extension explains each of its settings', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const explained = Array.from(readme.matchAll(/^\| `(scenewright\.[\w.]+)` \|/gm), ([, name]) => name)
  expect(explained).toEqual(Object.keys(manifest.contributes.configuration.properties))
})
