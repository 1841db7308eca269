import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import type { MarkdownRenderer } from 'vitepress'

/** What leads from the pages to the repository. */
export interface Repository {
  /** Its folder on this machine. */
  readonly folder: string
  /** The address of its files. */
  readonly address: string
}

/**
 * Lets the site render the pages as they are on GitHub. A link to a page leads to the page of the site, a link to
 * another file leads to the repository. Valid and invalid examples look different. The playground replaces the comment
 * that names it.
 */
export function adaptMarkdown(md: MarkdownRenderer, repository: Repository): void {
  md.disable('emoji')
  const renderLink = md.renderer.rules.link_open
  md.renderer.rules.link_open = (tokens, index, options, env, self) => {
    const token = tokens[index]
    const href = token?.attrGet('href')
    if (href) token?.attrSet('href', adaptLink(href, env.relativePath, repository))
    return renderLink?.(tokens, index, options, env, self) ?? self.renderToken(tokens, index, options)
  }
  // To Vue, two braces begin an expression. In a page they are text.
  const render = md.renderer.render.bind(md.renderer)
  md.renderer.render = (...args) => render(...args).replaceAll('{{', '&#123;&#123;')
  // The corner of a table is no heading.
  md.renderer.rules.th_open = (tokens, index, options, _env, self) => {
    const close = tokens[index + 2]
    if (tokens[index + 1]?.content === '' && close !== undefined) close.tag = 'td'
    if (close?.tag === 'td') return '<td>'
    return self.renderToken(tokens, index, options)
  }
  const renderFence = md.renderer.rules.fence
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const fence = renderFence?.(tokens, index, options, env, self) ?? ''
    const [kind] = /\b(?:in)?valid\b/.exec(tokens[index]?.info ?? '') ?? []
    return kind === undefined ? fence : `<div class="${kind}">${fence}</div>\n`
  }
  const renderHtml = md.renderer.rules.html_block
  md.renderer.rules.html_block = (tokens, index, options, env, self) => {
    if (tokens[index]?.content.trim() === '<!-- the playground -->') return playground
    return renderHtml?.(tokens, index, options, env, self) ?? tokens[index]?.content ?? ''
  }
}

const playground = '<iframe class="playground" title="Playground" src="./playground/index.html"></iframe>\n'

/**
 * The address that a link of a page has on the site. VitePress checks the links between pages.
 *
 * @throws Error if a link to another file leads to nothing
 */
function adaptLink(href: string, page: string, { folder, address }: Repository): string {
  if (/^([a-z]+:|#)/.test(href)) return href
  const [path = '', heading] = href.split('#')
  const file = join('docs', dirname(page), path)
  if (file.startsWith('docs/') && path.endsWith('.md')) {
    return href.replace(/(^|\/)README\.md(?=#|$)/, '$1index.md')
  }
  if (!existsSync(join(folder, file))) throw new Error(`docs/${page} links to "${href}", which does not exist`)
  return `${address}/${file}${heading === undefined ? '' : `#${heading}`}`
}
