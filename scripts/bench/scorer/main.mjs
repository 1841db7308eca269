// The accuracy of the scorer on public data sets, compared with other libraries, and its speed: see CONTRIBUTING.md.
// Exits with 1 if a row misses its required bound or cannot run, with 2 if the data sets are missing.
import { readOptions } from '../options.mjs'
import { clearProgress, showProgress } from '../progress.mjs'
import { bundleSimulator } from './bundle-simulator.mjs'
import { dataFolder, missingFiles } from './data.mjs'
import { sectionsFor } from './sections.mjs'
import { judge, table } from './table.mjs'

const usage = `npm run bench:scorer -- [options]
  --only <text>   the rows whose name has this text
  --quick         accuracy and confidence alone, at 5 and 10 examples, by the first seed: a first idea
  --no-peers      without the other libraries, which have to be installed`

const options = readOptions(process.argv.slice(2), usage)
const missing = missingFiles()
if (missing.length > 0) {
  const list = missing.map(path => `  ${path}`).join('\n')
  console.error(`The sets are not in ${dataFolder}:\n${list}\nSet SCENEWRIGHT_DATA to the folder that has them.`)
  process.exit(2)
}

const all = sectionsFor(options)
const sections = all
  .map(({ rows, measure }) => ({ measure, rows: rows.filter(({ name }) => name.includes(options.only)) }))
  .filter(({ rows }) => rows.length > 0)
if (sections.length === 0) {
  const names = all.flatMap(({ rows }) => rows.map(({ name }) => `  ${name}`))
  console.error(`No row has "${options.only}" in its name. The rows are:\n${names.join('\n')}`)
  process.exit(2)
}

const { head, line } = table(sections.flatMap(({ rows }) => rows))
console.log(head)
const simulatorFile = await bundleSimulator()
const verdicts = []
for (const section of sections) verdicts.push(...(await measured(section)))
process.exitCode = verdicts.every(({ isMet }) => isMet) ? 0 : 1

async function measured({ rows, measure }) {
  showProgress(`${rows[0].name}: getting ready`)
  const context = { simulatorFile, rows, progress: showProgress }
  const { figureOf, error } = await measure(context).then(
    figureOf => ({ figureOf }),
    error => ({ error }),
  )
  clearProgress()
  const judged = rows.map(row => {
    const figure = figureOf?.(row)
    const verdict = judge(row, figure)
    console.log(line(row, figure, verdict))
    return verdict
  })
  if (error !== undefined) console.error(`  ${error.message.replaceAll('\n', '\n  ')}`)
  return judged
}
