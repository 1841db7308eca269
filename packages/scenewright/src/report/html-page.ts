import { createHash } from 'node:crypto'
import { escaped } from './escaped.ts'
import { pageStyle } from './page-style.ts'

/** What a page is made of. */
export interface PageParts {
  /** As text; the rest is HTML, CSS, a script, and plain data for it. */
  readonly title: string
  /** What the page has besides the style of all pages. */
  readonly style: string
  readonly body: string
  /** Absent: the page runs nothing. */
  readonly script?: string
  readonly data?: unknown
}

/**
 * One page that holds all it needs: it opens from a file, loads nothing, and runs no script but its own, if it has one,
 * which finds the data in the element `data`.
 */
export function htmlPage({ title, style: own, body, script, data }: PageParts): string {
  const style = pageStyle + own
  const scripts = script === undefined ? '' : ` script-src ${hashOf(script)};`
  const policy = `default-src 'none'; style-src ${hashOf(style)};${scripts} base-uri 'none'; form-action 'none'`
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${escaped(title)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    body,
    ...(data === undefined ? [] : [`<script type="application/json" id="data">${embedded(data)}</script>`]),
    ...(script === undefined ? [] : [`<script>${script}</script>`]),
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

/** JSON that no text in it can break out of. */
function embedded(data: unknown): string {
  return JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, asEscape)
}

function asEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
