import { expect, test } from 'vitest'
import { readPage, sources } from './prose/pages.ts'

test('CONTRIBUTING.md names every file that a new node type may need a case in', () => {
  const [, recipe = ''] = readPage('CONTRIBUTING.md').split('… a node type for the simulator.')
  // The compiler copies the fields of any type; `type: nodeTypes.reply` creates a reply.
  const special = sources()
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => !file.startsWith('packages/compiler/'))
    .filter(file => /(?<!type: )nodeTypes\.reply/.test(readPage(file)))
  expect(special.length).toBeGreaterThan(5)
  expect(special.filter(file => !recipe.split('\n**…')[0]?.includes(`\`${file}\``))).toEqual([])
})

test('CONTRIBUTING.md lists every script of the manifest', () => {
  const [, table = ''] = /^\| command \| purpose \|\n((?:\|.*\n)+)/m.exec(readPage('CONTRIBUTING.md')) ?? []
  const names = [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, calls = '']) => {
    return [...calls.matchAll(/`(?:npm (?:run )?)?([a-z:-]+)(?: -- .*?)?`/g)].map(([, name = '']) => name)
  })
  const { scripts }: { readonly scripts: object } = JSON.parse(readPage('package.json'))
  expect(names.sort()).toEqual(Object.keys(scripts).sort())
})
