import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { pages, readPage } from './prose/pages.ts'

const index = 'docs/README.md'
const kinds = ['Tutorials', 'How-to guides', 'Reference', 'Explanation']

/** The links of the index by heading, as paths below the root. */
const listed = new Map(
  readPage(index)
    .split(/^## /m)
    .slice(1)
    .map(section => {
      const links = [...section.matchAll(/^- \[.+?\]\(([^)]+)\): .+\.$/gm)]
      return [section.split('\n')[0] ?? '', links.map(([, link = '']) => join(dirname(index), link))] as const
    }),
)

test('docs/README.md lists every page under exactly one kind', () => {
  expect([...listed.keys()]).toEqual(kinds)
  expect([...listed.values()].flat().sort()).toEqual(pages().filter(isListed).sort())
})

test('every entry of docs/README.md is a link and one line', () => {
  const entries = readPage(index).match(/^- .*$/gm) ?? []
  expect(entries.length).toBe([...listed.values()].flat().length)
})

/** The pages of single rules and operations are listed by the page of their folder. */
function isListed(page: string): boolean {
  const folder = relative('docs', dirname(page))
  const isPartOfReference = folder === 'service/api' || folder.startsWith('rules')
  return page !== index && page.startsWith('docs/') && (!isPartOfReference || page.endsWith('/README.md'))
}
