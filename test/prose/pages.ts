import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** All pages that people read, as paths below the root. */
export function pages(): string[] {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  return [
    ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'scenarios/README.md'],
    ...readdirSync(join(root, 'packages')).map(name => join('packages', name, 'README.md')),
    ...docs.map(file => join('docs', file)),
  ].filter(file => file.endsWith('.md') && existsSync(join(root, file)))
}

export function readPage(page: string): string {
  return readFileSync(join(root, page), 'utf8')
}

/** A page without its fenced code: its brackets, number signs and words are not prose. Lines keep their numbers. */
export function withoutExamples(text: string): string {
  return blank(text, /^ *```[\s\S]*?^ *```/gm)
}

/** Only the sentences of a page: no code, no comments, no addresses. Lines keep their numbers. */
export function proseOf(text: string): string {
  return blank(withoutExamples(text), /<!--[\s\S]*?-->|``[\s\S]+?``|`[^`]+`|(?<=\])\([^)\s]*\)|https?:\S+/g)
}

function blank(text: string, part: RegExp): string {
  return text.replace(part, found => found.replace(/[^\n]/g, ' '))
}
