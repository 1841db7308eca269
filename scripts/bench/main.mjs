// Speed as ratios, each measured in one run: see CONTRIBUTING.md. Exits with 1 if a row misses its required bound or
// cannot run.
import { stopAll } from '../build/processes.mjs'
import { cases } from './cases/index.mjs'
import { readOptions } from './options.mjs'
import { clearProgress, showProgress } from './progress.mjs'
import { ratiosInTurn, spread } from './ratio.mjs'
import { judge, table } from './table.mjs'

const usage = `npm run bench -- [options]
  --only <text>   the rows whose name has this text
  --quick         fewer rounds: a first idea, in a third of the time
  --no-peers      without the other linters, which have to be installed`

const { isQuick, only, withPeers } = readOptions(process.argv.slice(2), usage)
const rows = cases.filter(({ name, isPeer }) => name.includes(only) && (withPeers || !isPeer))
if (rows.length === 0) {
  console.error(`No row has "${only}" in its name. The rows are:\n${cases.map(({ name }) => `  ${name}`).join('\n')}`)
  process.exit(2)
}

const { head, line } = table(rows)
console.log(head)
const verdicts = []
for (const row of rows) verdicts.push(await measured(row))
process.exitCode = verdicts.every(({ isMet }) => isMet) ? 0 : 1
// A service that a row has started keeps running until then.
await stopAll()

async function measured(row) {
  const rounds = isQuick ? row.rounds.quick : row.rounds.full
  const { figures, error } = await figuresOf(row, rounds).catch(error => ({ error }))
  clearProgress()
  const verdict = judge(row, figures)
  console.log(line(row, figures, verdict))
  if (error !== undefined) console.error(`  ${error.message.replaceAll('\n', '\n  ')}`)
  return verdict
}

async function figuresOf(row, rounds) {
  showProgress(`${row.name}: getting ready`)
  const prepared = await row.prepare()
  try {
    const ratios = await ratiosInTurn(prepared, rounds, done => showProgress(`${row.name}: ${done} of ${rounds}`))
    return { figures: spread(ratios) }
  } finally {
    await prepared.end?.()
  }
}
