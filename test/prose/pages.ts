import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** All pages that people read, as paths below the root. */
export function pages(): string[] {
  return [
    ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'scenarios/README.md'],
    ...readdirSync(join(root, 'packages')).map(name => join('packages', name, 'README.md')),
    ...filesBelow('docs'),
    ...readdirSync(join(root, 'editors')).map(name => join('editors', name, 'README.md')),
    ...filesBelow('editors/vscode/walkthrough'),
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

/** The TypeScript files of all packages, without the fixtures of rules. */
export function sources(): string[] {
  const folders = ['packages', 'editors'].flatMap(folder => {
    return readdirSync(join(root, folder)).map(name => join(folder, name, 'src'))
  })
  return folders.flatMap(filesBelow).filter(file => /\.tsx?$/.test(file) && !/valid[\\/]/.test(file))
}

function filesBelow(folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return files.map(file => join(folder, file))
}

/** Only the texts with spaces of a source: messages, help, descriptions. Lines keep their numbers. */
export function messagesOf(text: string): string {
  const kept: [number, number][] = []
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
    const isSaid = isText || ts.isJsxText(node)
    if (isSaid && /\s/.test(node.text)) kept.push([node.getStart(source), node.end])
    ts.forEachChild(node, visit)
  }
  const source = ts.createSourceFile('source.tsx', text, ts.ScriptTarget.Latest, true)
  visit(source)
  let at = 0
  const parts = kept.map(([start, end]) => {
    const gap = text.slice(at, start).replace(/[^\n]/g, ' ')
    at = end
    return gap + text.slice(start, end)
  })
  return parts.join('')
}

function blank(text: string, part: RegExp): string {
  return text.replace(part, found => found.replace(/[^\n]/g, ' '))
}
