import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The location of the public data sets: the folder in the environment, else the one next to the project. */
export const dataFolder = resolve(process.env.SCENEWRIGHT_DATA || join(root, '../shared/data'))

const files = { banking77: ['train.csv', 'test.csv'], clinc150: ['data_full.json'] }

/** The missing files of the benchmark. */
export function missingFiles() {
  const wanted = Object.entries(files).flatMap(([set, names]) => names.map(name => join(dataFolder, set, name)))
  return wanted.filter(path => !existsSync(path))
}

/**
 * BANKING77 and CLINC150: `train` and `test` are lists of `{ text, intent }` in the order of their files, `outside` the
 * test messages without an intent.
 */
export function readSet(name) {
  read[name] ??= name === 'banking77' ? readBanking77() : readClinc150()
  return read[name]
}

const read = {}

function readBanking77() {
  const [train, test] = files.banking77.map(name => csvRows(readFileSync(join(dataFolder, 'banking77', name), 'utf8')))
  return { train: train.slice(1).map(asMessage), test: test.slice(1).map(asMessage), outside: [] }
}

function readClinc150() {
  const { train, test, oos_test } = JSON.parse(readFileSync(join(dataFolder, 'clinc150/data_full.json'), 'utf8'))
  return { train: train.map(asMessage), test: test.map(asMessage), outside: oos_test.map(([text]) => text) }
}

function asMessage([text, intent]) {
  return { text, intent }
}

/** Rows of cells. A quoted cell may contain commas, line breaks and doubled quotation marks. */
function csvRows(text) {
  const rows = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end !== ',') rows.push([])
  }
  return rows.filter(row => row.length > 1)
}
