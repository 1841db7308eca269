import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dataOf } from './html/data.ts'
import { escaped } from './html/escaped.ts'
import { sections } from './html/sections.ts'
import type { LabFormat } from './index.ts'

/**
 * One page that holds all it needs: it opens from a file, loads nothing, and runs no script but its own. Texts of authors
 * and customers stand in it as text, whatever is in them.
 */
export const html: LabFormat = report => {
  const [style, script] = [asset('page.css'), asset('page.js')]
  const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'`
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    '<title>Trigger lab</title>',
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    sections(report),
    `<script type="application/json" id="data">${dataOf(report)}</script>`,
    `<script>${script}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

/** The build puts the folder beside the bundle, where it stands beside this file too. */
function asset(name: string): string {
  return readFileSync(new URL(`./page/${name}`, import.meta.url), 'utf8')
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
