import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { addressOf, type SidebarItem, sidebarOf, slugify, topLinks } from '../navigation.ts'

const docs = fileURLToPath(new URL('../../docs/', import.meta.url))
const read = (page: string) => readFileSync(join(docs, page), 'utf8')

const linksOf = (items: readonly SidebarItem[]): string[] =>
  items.flatMap(({ link, items: inner = [] }) => [...(link === undefined ? [] : [link]), ...linksOf(inner)])

test('the sidebar leads to every page once', () => {
  const files = readdirSync(docs, { recursive: true, encoding: 'utf8' }).map(file => file.replaceAll('\\', '/'))
  const pages = files.filter(file => file.endsWith('.md') && file !== 'README.md')
  const links = linksOf(sidebarOf(read)).filter(link => !link.includes('#'))
  expect(links.toSorted()).toEqual(pages.map(addressOf).toSorted())
})

test('the links of the navigation to headings lead to headings', () => {
  const headings = (page: string) => [...read(page).matchAll(/^## (.+)$/gm)].map(([, text = '']) => slugify(text))
  const idsOf = (items: readonly { readonly link?: string }[], page: string) =>
    items.map(({ link = '' }) => link.replace(`${addressOf(page)}#`, ''))
  expect(headings('README.md')).toEqual(idsOf(topLinks(read), 'README.md'))
  const rules = linksOf(sidebarOf(read)).filter(link => link.includes('#'))
  expect(headings('rules/README.md')).toEqual(
    expect.arrayContaining(
      idsOf(
        rules.map(link => ({ link })),
        'rules/README.md',
      ),
    ),
  )
  expect(rules).toContain('/rules/#graph')
})

test('groups, pages of a folder and titles come from the pages', () => {
  const pages: Readonly<Record<string, string>> = {
    'README.md': [
      '# Documentation',
      '## How-to guides',
      'Set up:',
      '',
      '- [Install](install.md): how.',
      '',
      '## Reference',
      '',
      '- [Rules](rules/README.md): all.',
    ].join('\n'),
    'rules/README.md':
      '| [a/b](a/b.md) | [again](a/b.md#example) | [c](c.md) | [out](../install.md) | [far](https://example.com/x.md) |',
    'rules/a/b.md': '# a/b\n',
    'rules/c.md': '# The rule c\n',
  }
  expect(sidebarOf(page => pages[page] ?? '')).toEqual([
    { text: 'How-to guides', items: [{ text: 'Set up', items: [{ text: 'Install', link: '/install' }] }] },
    {
      text: 'Reference',
      items: [
        {
          text: 'Rules',
          link: '/rules/',
          collapsed: true,
          items: [
            { text: 'a', link: '/rules/#a', collapsed: true, items: [{ text: 'a/b', link: '/rules/a/b' }] },
            { text: 'The rule c', link: '/rules/c' },
          ],
        },
      ],
    },
  ])
})
