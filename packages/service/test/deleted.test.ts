import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const source = fileURLToPath(new URL('../src', import.meta.url))

/** The tables whose rows stay when they are deleted. */
const deletable = ['bots', 'scenarios', 'functions', 'knowledges', 'dialogues']
const reads = new RegExp(`(selectFrom\\('|Join\\('|\\b(from|join) (\\w+, )*)(${deletable.join('|')})\\b`)

/** Files that read such a table, and see what was deleted for a reason. */
const knowingly: Readonly<Record<string, string>> = {
  'answering/read-progress.ts': 'a completion that came before the deletion is still answered',
  'routes/list-transfers.ts': 'what was carried stays in the log',
  'scenarios/scenario-record.ts': 'reads one that was found before, in the same transaction',
  'webhooks/delivery-store.ts': 'a deleted bot has no address',
  'webhooks/webhook-secret.ts': 'a deleted bot is sent nothing that it would sign',
}

test('every file that looks for what may be deleted passes by what was', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !file.startsWith('database/') && !file.startsWith('backup/'))
    .map(file => file.replaceAll('\\', '/'))
  const text = (file: string) => readFileSync(`${source}/${file}`, 'utf8').replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '')
  const careless = files.filter(file => reads.test(text(file)) && !text(file).includes('deleted_at'))
  expect(careless.sort()).toEqual(Object.keys(knowingly).sort())
})
