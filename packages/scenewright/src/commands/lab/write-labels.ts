import { appendFileSync, constants, copyFileSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, extname, resolve } from 'node:path'
import { OperationError } from '@scenewright/model'
import { noScenario } from '@scenewright/model/conversation-tests'
import { fileFault, makeFolder } from '@scenewright/model/file-access'
import { count } from '@scenewright/model/text'
import type { ReplayedMessage } from '@scenewright/simulator/lab'
import type { Invocation } from '../../shell/command.ts'
import { requireUsableName } from '../../shell/files.ts'
import { byteOrderMark, tableRow } from '../../shell/table-cells.ts'
import { labelColumns } from './message-columns.ts'

type LabelRow = Readonly<Record<(typeof labelColumns)[number], string | number>>

interface Printer {
  readonly head: string
  readonly row: (row: LabelRow) => string
}

const printers: Readonly<Record<string, Printer>> = {
  '.csv': tablePrinter(','),
  '.tsv': tablePrinter('\t'),
  '.ndjson': { head: '', row: jsonLine },
  '.jsonl': { head: '', row: jsonLine },
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

/** A new file of labels that is being written. */
export interface LabelFile {
  add(replayed: readonly ReplayedMessage[]): void
  /** Completes the file; before, it does not exist under its name. */
  finish(): void
  /** Removes an incomplete one. */
  discard(): void
}

/**
 * Begins a new file with each message, and the scenario that it starts as its label; a label that it had is kept. Only
 * the owner can read it.
 */
export function createLabelFile({ cwd, terminal }: Invocation, out: string): LabelFile {
  const file = resolve(cwd, out)
  const part = `${file}.${process.pid}.part`
  const { head, row } = printers[extname(out).toLowerCase()] ?? tablePrinter(',')
  let [written, open] = [0, 0]
  const attempt = (write: () => void) => {
    try {
      write()
    } catch (cause) {
      rmSync(part, { force: true })
      throw new OperationError('usage', `cannot write to "${out}": ${fileFault(cause)}`, { cause })
    }
  }
  attempt(() => {
    makeFolder(dirname(file))
    writeFileSync(part, head, { flag: 'wx', mode: 0o600 })
  })
  return {
    add(replayed) {
      const rows = replayed.map(toRow)
      written += rows.length
      open += rows.filter(({ expected }) => expected === '').length
      attempt(() => appendFileSync(part, rows.map(row).join('')))
    },
    finish() {
      attempt(() => {
        // Not by renaming, which would replace a file that was created meanwhile.
        copyFileSync(part, file, constants.COPYFILE_EXCL)
        rmSync(part)
      })
      terminal.err(`${count(written, 'message')} written to ${out}, ${open} without a label\n`)
    },
    discard: () => rmSync(part, { force: true }),
  }
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

function tablePrinter(delimiter: string): Printer {
  const lineOf = (cells: readonly (string | number)[]) => `${tableRow(cells, delimiter)}\r\n`
  return { head: byteOrderMark + lineOf(labelColumns), row: row => lineOf(labelColumns.map(name => row[name])) }
}

function jsonLine(row: LabelRow): string {
  return `${JSON.stringify(row)}\n`
}
