// The accuracy of the knowledge search by words, with simulated models, and with a real one: see CONTRIBUTING.md.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { temporary } from '../temporary.mjs'

const usage = `npm run bench:retrieval -- [options]
  --url <address>     the base URL of an OpenAI-compatible API for embeddings; its key is in SCENEWRIGHT_EMBEDDINGS_KEY
  --model <name>      the name of the model there
  --dimensions <n>    the requested length of a vector`

const { url, model, dimensions } = options()
const { measure, compareWith, simulateCosines, simulatedModels, startEmbeddingServer, synonymVector } = await bundled()
const rows = [['words alone', await measure()]]
for (const [name, typical] of Object.entries(simulatedModels)) {
  rows.push([`a simulated model, ${name}`, await measure(simulated(typical))])
}
const table = await startEmbeddingServer(() => undefined, { vectorOf: synonymVector })
rows.push(['a table of synonyms', await measure(compareWith({ url: table.url, version: 'table', dimensions: 1024 }))])
await table.close()
if (url !== undefined) {
  const apiKey = process.env.SCENEWRIGHT_EMBEDDINGS_KEY
  const settings = { url, version: model, ...(apiKey && { apiKey }), ...(dimensions && { dimensions: +dimensions }) }
  rows.push([model, await measure(compareWith(settings))])
}
const groups = { asWritten: 'as written', mistyped: 'with typos', paraphrases: 'paraphrases', outOfScope: 'no answer' }
console.log('| search | questions | among the first five | first | counts as an answer |\n|---|---|---|---|---|')
for (const [name, measured] of rows) {
  for (const [group, shown] of Object.entries(groups)) {
    const { amongFive, first, sure } = measured[group]
    console.log(`| ${[name, shown, ...[amongFive, first, sure].map(share => share.toFixed(3))].join(' | ')} |`)
  }
}

function options() {
  const text = { type: 'string' }
  try {
    const { values } = parseArgs({ options: { url: text, model: text, dimensions: text } })
    if ((values.url === undefined) !== (values.model === undefined)) throw new Error('--url and --model go together.')
    return values
  } catch (error) {
    console.error(`${error.message}\n${usage}`)
    process.exit(2)
  }
}

function simulated(typical) {
  return async (_language, passages) => {
    const ids = passages.map(({ id }) => id)
    return async ({ right, number }) => simulateCosines(ids, { right, typical, seed: number * 7919 + 1 })
  }
}

/** Bundles the measurement from its present sources. Each source keeps its own address, by which it finds its files. */
async function bundled() {
  const folder = fileURLToPath(new URL('../../../packages/service/test/retrieval/', import.meta.url))
  const outfile = join(temporary, 'retrieval.cjs')
  const names = ['measure', 'real-model', 'simulated-model', 'synonym-model', '../support/embedding-server']
  await build({
    stdin: { contents: names.map(name => `export * from './${name}.ts'`).join('\n'), resolveDir: folder },
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
    plugins: [{ name: 'addresses', setup: keepAddresses }],
  })
  return createRequire(import.meta.url)(outfile)
}

function keepAddresses({ onLoad }) {
  onLoad({ filter: /\/packages\/.*\.ts$/ }, async ({ path }) => {
    const text = await readFile(path, 'utf8')
    return { contents: text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)), loader: 'ts' }
  })
}
