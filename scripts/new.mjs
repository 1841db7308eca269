// `npm run new`: writes the files that one more rule, command, format, kind of change or route needs, with a small
// working example in each, so that all tests pass. Then replace the examples.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { command } from './new/command.mjs'
import { format } from './new/format.mjs'
import { kind as kindOfChange } from './new/kind.mjs'
import { route } from './new/route.mjs'
import { rule } from './new/rule.mjs'

/**
 * What can be added.
 *
 * @typedef {object} Kind
 * @property {string} argument the name in the usage
 * @property {string} form what the name looks like, in words, with an example
 * @property {RegExp} name
 * @property {(name: string) => Parts} parts
 *
 * @typedef {object} Parts
 * @property {Readonly<Record<string, string>>} files new files by their paths
 * @property {readonly (Line | Edit)[]} lines lines in existing files
 * @property {{ tests: readonly string[], writes?: readonly string[] }} [update] test files that write what is generated
 *   from the sources, and the files that need formatting then
 * @property {readonly string[]} next what is left to a person
 *
 * @typedef {{ file: string, after: RegExp, text: string }} Line `text` goes behind the last line that matches `after`
 * @typedef {{ file: string, within: RegExp, text: string }} Edit `text` replaces what matches `within`
 */

const root = fileURLToPath(new URL('../', import.meta.url))

/** @type {Readonly<Record<string, Kind>>} */
const kinds = { rule, command, format, kind: kindOfChange, route }

const [kindName = '', name = ''] = process.argv.slice(2)
const kind = Object.hasOwn(kinds, kindName) ? kinds[kindName] : undefined
if (kind === undefined || !kind.name.test(name)) {
  if (kind !== undefined && name !== '')
    console.error(`error: "${name}" is not a valid name for a ${kindName}: ${kind.form}`)
  const calls = Object.entries(kinds).map(([each, { argument, form }]) =>
    [`  npm run new ${each} ${argument}`.padEnd(40), form].join(''),
  )
  console.error(['usage:', ...calls].join('\n'))
  process.exit(2)
}
try {
  create(kind.parts(name))
} catch (error) {
  console.error(`error: ${error.message}`)
  process.exitCode = 1
}

/** @param {Parts} parts */
function create({ files, lines, update, next }) {
  for (const file of Object.keys(files)) {
    if (existsSync(join(root, file))) throw new Error(`${file} exists`)
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
    console.log(`wrote ${file}`)
  }
  for (const line of lines) {
    writeFileSync(join(root, line.file), 'after' in line ? withLine(line) : edited(line))
    console.log(`added a line to ${line.file}`)
  }
  if (update !== undefined)
    run('node_modules/.bin/vitest', ['run', ...update.tests, '--update'], { UPDATE_GOLDEN: '1' })
  // Sorts the imports, and wraps lines as usual; the sources of fixtures are unchanged.
  const written = [...Object.keys(files), ...lines.map(({ file }) => file), ...(update?.writes ?? [])]
  const formatted = written.filter(file => /\.(ts|json)$/.test(file) && !file.includes('valid/'))
  run('node_modules/.bin/biome', ['check', '--write', '--log-level=error', ...formatted])
  console.log(['', 'next:', ...next.map(step => `- ${step}`), '- npm test'].join('\n'))
}

/** @param {Line} line */
function withLine({ file, after, text }) {
  const rows = readFileSync(join(root, file), 'utf8').split('\n')
  const index = rows.findLastIndex(row => after.test(row))
  if (index < 0) throw new Error(`no line of ${file} matches ${after}`)
  return [...rows.slice(0, index + 1), text, ...rows.slice(index + 1)].join('\n')
}

/** @param {Edit} edit */
function edited({ file, within, text }) {
  const source = readFileSync(join(root, file), 'utf8')
  if (!within.test(source)) throw new Error(`nothing in ${file} matches ${within}`)
  return source.replace(within, text)
}

function run(program, args, env = {}) {
  const { status, stdout, stderr } = spawnSync(join(root, program), args, {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`)
}
