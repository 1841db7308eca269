// `npm run new`: writes the files that one more rule, command or format needs, with something small that works in each, so
// that all tests pass. Then put your own in its place.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { command } from './new/command.mjs'
import { format } from './new/format.mjs'
import { rule } from './new/rule.mjs'

/**
 * What can be added.
 *
 * @typedef {object} Kind
 * @property {string} argument what the name looks like, for the help
 * @property {RegExp} name
 * @property {(name: string) => Parts} parts
 *
 * @typedef {object} Parts
 * @property {Readonly<Record<string, string>>} files new files by their paths
 * @property {readonly Line[]} lines lines in existing files
 * @property {string} [update] a test file that writes the pages that are made of the sources
 * @property {readonly string[]} next what is left to a person
 *
 * @typedef {{ file: string, after: RegExp, text: string }} Line `text` goes behind the last line that matches `after`
 */

const root = fileURLToPath(new URL('../', import.meta.url))

/** @type {Readonly<Record<string, Kind>>} */
const kinds = { rule, command, format }

const [kindName = '', name = ''] = process.argv.slice(2)
const kind = Object.hasOwn(kinds, kindName) ? kinds[kindName] : undefined
if (kind === undefined || !kind.name.test(name)) {
  const calls = Object.entries(kinds).map(([each, { argument }]) => `  npm run new ${each} ${argument}`)
  console.error(['usage:', ...calls].join('\n'))
  process.exit(2)
}
create(kind.parts(name))

/** @param {Parts} parts */
function create({ files, lines, update, next }) {
  for (const file of Object.keys(files)) {
    if (existsSync(join(root, file))) fail(`${file} exists`)
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
    console.log(`wrote ${file}`)
  }
  for (const line of lines) {
    writeFileSync(join(root, line.file), withLine(line))
    console.log(`added a line to ${line.file}`)
  }
  // Sorts the imports, and breaks lines as everywhere.
  const sources = [...Object.keys(files), ...lines.map(({ file }) => file)].filter(file => file.endsWith('.ts'))
  run('node_modules/.bin/biome', [
    'check',
    '--write',
    '--log-level=error',
    ...sources.filter(file => !file.includes('valid/')),
  ])
  if (update !== undefined) run('node_modules/.bin/vitest', ['run', update], { UPDATE_GOLDEN: '1' })
  console.log(['', 'next:', ...next.map(step => `- ${step}`), '- npm test'].join('\n'))
}

/** @param {Line} line */
function withLine({ file, after, text }) {
  const rows = readFileSync(join(root, file), 'utf8').split('\n')
  const index = rows.findLastIndex(row => after.test(row))
  if (index < 0) fail(`no line of ${file} matches ${after}`)
  return [...rows.slice(0, index + 1), text, ...rows.slice(index + 1)].join('\n')
}

function run(program, args, env = {}) {
  const { status, stdout, stderr } = spawnSync(join(root, program), args, {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  if (status !== 0) fail(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`)
}

function fail(message) {
  console.error(`error: ${message}`)
  process.exit(1)
}
