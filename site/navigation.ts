import { dirname, join } from 'node:path/posix'

/** The text of a page, by its path below `docs`. */
export type ReadPage = (page: string) => string

/** An item of the sidebar, in the form of VitePress. */
export interface SidebarItem {
  readonly text: string
  readonly link?: string
  readonly items?: SidebarItem[]
  /** Whether its items are hidden at first; without a value, they always show. */
  readonly collapsed?: boolean
}

const index = 'README.md'

/** The kinds of pages, as `docs/README.md` lists them, with their pages. */
export function sidebarOf(read: ReadPage): SidebarItem[] {
  const [, ...sections] = read(index).split(/^## /m)
  return sections.map(section => {
    const [text = '', ...lines] = section.split('\n')
    return { text, items: groupsOf(lines, read) }
  })
}

/** Links to the kinds in the index. */
export function topLinks(read: ReadPage): { text: string; link: string }[] {
  return sidebarOf(read).map(({ text }) => ({ text, link: `/#${slugify(text)}` }))
}

/** The id of a heading, as on GitHub, so that a link to a heading works in both places. */
export function slugify(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-')
}

/** The address of a page on the site. */
export function addressOf(page: string): string {
  return `/${page.replace(/(^|\/)README\.md$/, '$1').replace(/\.md$/, '')}`
}

/** A line such as "Set up:" begins a group. */
function groupsOf(lines: readonly string[], read: ReadPage): SidebarItem[] {
  const items: SidebarItem[] = []
  let group = items
  for (const line of lines) {
    const [, title] = /^(.+):$/.exec(line) ?? []
    if (title !== undefined) {
      group = []
      items.push({ text: title, items: group })
    }
    const [, text, page] = /^- \[(.+?)\]\(([^)]+)\)/.exec(line) ?? []
    if (text !== undefined && page !== undefined) group.push(itemOf(text, page, read))
  }
  return items
}

/** The page of a folder also leads to the pages that it links in its folder. */
function itemOf(text: string, page: string, read: ReadPage): SidebarItem {
  const item = { text, link: addressOf(page) }
  return page.endsWith('/README.md') ? { ...item, collapsed: true, items: pagesBelow(page, read) } : item
}

function pagesBelow(page: string, read: ReadPage): SidebarItem[] {
  const links = [...read(page).matchAll(/\]\(([\w-][\w/-]*\.md)/g)].map(([, link = '']) => link)
  const items: SidebarItem[] = []
  const groups = new Map<string, SidebarItem[]>([['.', items]])
  for (const link of new Set(links)) {
    const name = dirname(link)
    const group = groups.get(name) ?? []
    if (!groups.has(name)) items.push({ text: name, link: `${addressOf(page)}#${name}`, collapsed: true, items: group })
    groups.set(name, group)
    const linked = join(dirname(page), link)
    group.push({ text: titleOf(read(linked)), link: addressOf(linked) })
  }
  return items
}

function titleOf(text: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? ''
}
