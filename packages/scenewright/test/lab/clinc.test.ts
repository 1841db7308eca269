import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { folderWith, scenewright } from '../run.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** CLINC150 is not part of the repository: see "npm run bench:scorer" in CONTRIBUTING.md. */
const file = join(resolve(process.env.SCENEWRIGHT_DATA || join(root, '../shared/data')), 'clinc150/data_full.json')

type Message = readonly [text: string, intent: string]

const examplesPerIntent = 10

function source(intent: string, examples: readonly string[]): string {
  return `title: ${intent}
trigger_description: ${intent.replaceAll('_', ' ')}.
examples: ${JSON.stringify(examples)}
flow: { nodes: { answer: { text: Gladly., next: done }, done: END } }
`
}

function labelled(inside: readonly Message[], outside: readonly Message[]): string {
  const rows = [...inside.map(([text, intent]) => ({ text, expected: intent }))]
  for (const [text] of outside) rows.push({ text, expected: 'none' })
  return rows.map(row => `${JSON.stringify(row)}\n`).join('')
}

test.skipIf(!existsSync(file))(
  `the threshold advised for CLINC150 is within 2 of the best one for messages kept apart (skipped without ${file})`,
  async () => {
    const sets: { readonly [name: string]: readonly Message[] } = JSON.parse(readFileSync(file, 'utf8'))
    const { train = [], val = [], oos_val = [], test: later = [], oos_test = [] } = sets
    const intents = [...new Set(train.map(([, intent]) => intent))]
    const cwd = await folderWith({
      'scenewright.config.yaml': 'bot: { primary_language: en }\n',
      ...Object.fromEntries(
        intents.map(intent => {
          const own = train.filter(([, other]) => other === intent).slice(0, examplesPerIntent)
          const texts = own.map(([text]) => text)
          return [`scenarios/${intent}.scenario.yaml`, source(intent, texts)]
        }),
      ),
      'validation.ndjson': labelled(val, oos_val),
      // The validation part has one message out of scope for 30 in scope, and so has this part.
      'later.ndjson': labelled(later, oos_test.slice(0, 150)),
    })
    const evaluate = async (name: string) => {
      const { stdout } = await scenewright(['lab', '--replay', name, '--format', 'json'], { cwd })
      return JSON.parse(stdout).evaluation
    }
    const advised = (await evaluate('validation.ndjson')).advice.threshold
    const best = (await evaluate('later.ndjson')).advice.threshold
    expect(Math.abs(advised - best), `${advised} was advised, ${best} is best`).toBeLessThanOrEqual(2)
  },
)
