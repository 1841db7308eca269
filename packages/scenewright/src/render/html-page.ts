import { createHash } from 'node:crypto'
import { escaped } from './escaped.ts'

/** The common style of all pages: light and dark, from phone width up, and for print. Each page adds its own style. */
export const pageStyle = `
:root {
  --page: #f7f7f5; --card: #fff; --fill: #eeeeea; --ink: #1d2125; --soft: #5b636b; --edge: #e1e2de; --link: #1858b8;
  --good: #237a59; --warn: #8f5a00; --bad: #b5362a;
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171a; --card: #1c2024; --fill: #262b30; --ink: #e7e9ea; --soft: #a0a8b0; --edge: #30363c; --link: #86b4ff;
    --good: #4fbf93; --warn: #e3a548; --bad: #f0796c;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 15px / 1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  font-variant-numeric: tabular-nums;
}
.skip { position: absolute; left: -999px; }
.skip:focus { left: 8px; top: 8px; background: var(--card); color: var(--link); padding: 8px; z-index: 3; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 4px; }
h1 { font-size: 28px; line-height: 1.2; margin: 40px 0 6px; letter-spacing: -0.02em; font-weight: 650; }
h2 { font-size: 20px; margin: 0 0 8px; letter-spacing: -0.01em; font-weight: 650; }
p { margin: 0 0 12px; }
a { color: var(--link); }
code { font: 0.92em / 1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
q { quotes: "\\201c" "\\201d"; }
summary { cursor: pointer; }
.soft, .lead, footer { color: var(--soft); }
footer { margin-top: 32px; padding-top: 16px; padding-bottom: 32px; border-top: 1px solid var(--edge); font-size: 13.5px; }
@media (max-width: 640px) {
  h1 { font-size: 24px; margin-top: 26px; }
}
@media print {
  :root { --page: #fff; --card: #fff; }
}
`

/** The parts of a page. */
export interface PageParts {
  /** As text; the rest is HTML, CSS, a script, and plain data for the script. */
  readonly title: string
  /** The page's own style, in addition to the common style. */
  readonly style: string
  readonly body: string
  /** Absent: the page has no script. */
  readonly script?: string
  readonly data?: unknown
}

/**
 * One self-contained page: it opens from a file, loads nothing, and runs only its own script, if it has one, which
 * reads the data from the element `data`.
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

/** JSON that is safe to embed in HTML. */
function embedded(data: unknown): string {
  return JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, asEscape)
}

function asEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
