import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, extname, resolve } from 'node:path'
import { OperationError } from '@scenewright/model'
import { count } from '@scenewright/model/text'
import type { ReplayedMessage } from '@scenewright/simulator/lab'
import type { Invocation } from '../../shell/command.ts'
import { requireUsableName } from '../../shell/files.ts'

/** The label of a message that should start nothing. */
export const noScenario = 'none'

const columns = ['text', 'expected', 'count', 'nearest', 'confidence'] as const

type LabelRow = Readonly<Record<(typeof columns)[number], string | number>>

const printers: Readonly<Record<string, (rows: readonly LabelRow[]) => string>> = {
  '.csv': rows => table(rows, ','),
  '.tsv': rows => table(rows, '\t'),
  '.ndjson': lines,
  '.jsonl': lines,
}

/** Checks the name of a file of labels before the work begins. A wrong or an existing one is a usage error. */
export function requireLabelFile({ cwd }: Invocation, out: string): void {
  requireUsableName(resolve(cwd, out))
  if (printers[extname(out).toLowerCase()] === undefined) {
    throw new OperationError('usage', `"${out}" is no file of labels`, {
      help: `its name ends in ${Object.keys(printers).join(', ')}`,
    })
  }
  if (!existsSync(resolve(cwd, out))) return
  throw new OperationError('usage', `"${out}" already exists`, {
    help: 'choose another name: it may contain labels that you have corrected',
  })
}

/**
 * Writes a new file with each message once, and the scenario that it starts as its label; a label that it had is kept.
 * Only the owner can read it.
 */
export async function writeLabels(
  { cwd, terminal }: Invocation,
  out: string,
  replayed: readonly ReplayedMessage[],
): Promise<void> {
  const file = resolve(cwd, out)
  const rows = replayed.map(toRow)
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, printers[extname(out).toLowerCase()]?.(rows) ?? '', { flag: 'wx', mode: 0o600 })
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new OperationError('usage', `cannot write to "${out}": ${why}`, { cause })
  }
  const open = rows.filter(({ expected }) => expected === '').length
  terminal.err(`${count(rows.length, 'message')} written to ${out}, ${open} without a label\n`)
}

function toRow({ text, count: times, expected, decision, best }: ReplayedMessage): LabelRow {
  const started = decision.kind === 'start' ? decision.scenario : ''
  return {
    text,
    expected: expected === undefined ? started : (expected ?? noScenario),
    count: times,
    nearest: best?.scenario ?? '',
    confidence: best?.confidence ?? '',
  }
}

/** With a byte order mark: without one, some spreadsheets do not read it as UTF-8. */
function table(rows: readonly LabelRow[], delimiter: string): string {
  const lineOf = (cells: readonly (string | number)[]) =>
    `${cells.map(each => cell(each, delimiter)).join(delimiter)}\r\n`
  return `\ufeff${lineOf(columns)}${rows.map(row => lineOf(columns.map(name => row[name]))).join('')}`
}

/** A spreadsheet would run a text that begins with one of these signs as a formula, so an apostrophe precedes it. */
function cell(value: string | number, delimiter: string): string {
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /["\r\n]/.test(safe) || safe.includes(delimiter) || safe !== safe.trim()
    ? `"${safe.replaceAll('"', '""')}"`
    : safe
}

function lines(rows: readonly LabelRow[]): string {
  return rows.map(row => `${JSON.stringify(row)}\n`).join('')
}
