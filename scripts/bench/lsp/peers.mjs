import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { content } from '../content.mjs'
import { yaml } from '../corpus.mjs'
import { installPeers } from '../peers/install.mjs'
import { temporary } from '../temporary.mjs'
import { startEditor } from './client.mjs'
import { openDocument } from './document.mjs'

const folder = fileURLToPath(new URL('peers', import.meta.url))
const schema = fileURLToPath(new URL('../../../schemas/scenario.schema.json', import.meta.url))

/** A workflow of about 2.5 KB. */
const workflow = `name: bench
on: push
jobs:
${Array.from({ length: 12 }, (_, n) => job(n)).join('')}`

function job(n) {
  return `  job_${n}:
    runs-on: ubuntu-latest
    needs: ${n === 0 ? '[]' : `job_${n - 1}`}
    steps:
      - uses: actions/checkout@v4
      - run: echo "step ${n} of the workflow says something"
        env: { NUMBER: \${{ github.run_number }} }
`
}

/** Other servers for YAML, each with a document of its own of 2.5 KB, and words behind which a key is an error. */
export const languageServers = [
  {
    name: 'yaml-language-server',
    file: 'case.scenario.yaml',
    languageId: 'yaml',
    text: yaml(content(1)),
    words: 'exclusions',
    settings: { yaml: { schemas: { [schema]: ['*.scenario.yaml'] }, schemaStore: { enable: false } } },
  },
  {
    name: 'actions-languageserver',
    file: '.github/workflows/bench.yml',
    languageId: 'yaml',
    text: workflow,
    words: 'needs: job_5',
    initializationOptions: {},
  },
]

/** Starts a server with its document open, once it has reported a seeded defect: one that reports nothing is fast. */
export async function openPeer({ name, file, settings, initializationOptions, words, ...document }) {
  await installPeers(folder)
  const cwd = join(temporary, name)
  const path = join(cwd, file)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, document.text)
  const program = { args: [join(folder, 'node_modules/.bin', name), '--stdio'], cwd }
  const editor = await startEditor(program, { settings, initializationOptions })
  if (settings !== undefined) editor.notify('workspace/didChangeConfiguration', { settings })
  const opened = openDocument(editor, { file: path, ...document })
  await opened.published()
  return { editor, document: opened, words }
}
