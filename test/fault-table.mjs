import { readFileSync, writeFileSync } from 'node:fs'

const head = [
  '| fault | database | times | accepted | lost | again | different | stuck |',
  '|---|---|---|---|---|---|---|---|',
]

/**
 * Prints what has become of accepted work in the tests of faults, as a Markdown table. Replaces the table in the page
 * that SCENEWRIGHT_FAULT_TABLE names.
 */
export default class FaultTable {
  onTestRunEnd(modules) {
    const tests = modules.flatMap(module => [...module.children.allTests()])
    const rows = tests.flatMap(test => test.meta().faultRow ?? [])
    if (rows.length === 0) return
    const table = [...head, ...rows.map(lineOf).sort()].join('\n')
    const page = process.env.SCENEWRIGHT_FAULT_TABLE
    if (page !== undefined) writeFileSync(page, withTable(readFileSync(page, 'utf8'), table))
    process.once('exit', () => console.log(`${table}\n`))
  }
}

function lineOf({ fault, database, times, accepted, lost, again, different, stuck }) {
  return `| ${[fault, database, times, accepted, lost, again, different, stuck].map(cellOf).join(' | ')} |`
}

function cellOf(value) {
  return typeof value === 'number' ? value.toLocaleString('en-US') : value
}

/** The page with another table under the same head. */
function withTable(text, table) {
  const lines = text.split('\n')
  const from = lines.indexOf(head[0])
  if (from < 0) throw new Error('The page has no table of faults.')
  const length = lines.slice(from).findIndex(line => !line.startsWith('|'))
  lines.splice(from, length, table)
  return lines.join('\n')
}
