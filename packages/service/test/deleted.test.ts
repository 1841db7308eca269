import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const source = fileURLToPath(new URL('../src', import.meta.url))

/** The tables whose rows stay when they are deleted. */
const deletable = ['bots', 'scenarios', 'functions', 'knowledges', 'dialogues']
const reads = new RegExp(`(selectFrom\\('|Join\\('|\\b(from|join) (\\w+, )*)(${deletable.join('|')})\\b`)

/** Declarations that read such a table, and see what was deleted for a reason. */
const knowingly: Readonly<Record<string, string>> = {
  'answering/completion-store.ts countRuns': 'a run is counted whatever became of its scenario',
  'answering/completion-store.ts lockDialogues': 'a completion that came before the deletion is still answered',
  'accounts/account-rows.ts accountRows': 'an account is deleted and exported with what it deleted',
  'accounts/administer.ts cancelWaiting': 'ends the work of deleted bots too',
  'accounts/administer.ts requireNoWork': 'waits for the work of deleted bots too',
  'jobs/erasure.ts clearDialogues': 'clears deleted ones',
  'jobs/erasure.ts eraseScenarios': 'erases deleted ones, and all of a deleted bot',
  'resources/dialogues/store.ts readDialogueIds': 'the journal shows the dialogue that a completion belonged to',
  'resources/knowledge/write.ts lockKnowledge': 'locks a bot that was found before',
  'resources/scenarios/record.ts readScenarioRecord': 'reads one that was found before, in the same transaction',
  'resources/transfers/copy-batch.ts writeCopies': 'copies documents that the same transaction has found',
  'resources/transfers/store.ts hasCopied': 'what was copied stays in the log',
  'webhooks/delivery-store.ts claimDeliveries': 'a deleted bot has no address',
}

test('every query of deletable records excludes deleted ones', () => {
  const careless = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => file.endsWith('.ts') && !file.startsWith('database/') && !file.startsWith('backup/'))
    .flatMap(file => declarationsOf(file))
    .filter(({ text }) => reads.test(text) && !text.includes('deleted_at'))
  expect(careless.map(({ name }) => name).sort()).toEqual(Object.keys(knowingly).sort())
})

/** The functions and constants of a file, without comments. */
function declarationsOf(file: string): readonly { readonly name: string; readonly text: string }[] {
  const text = readFileSync(`${source}/${file}`, 'utf8').replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '')
  return text.split(/^(?=(?:export )?(?:async )?(?:function|const|class) )/m).map(part => {
    const [, name = ''] = /^(?:export )?(?:async )?(?:function\*?|const|class) (\w+)/.exec(part) ?? []
    return { name: `${file} ${name}`, text: part }
  })
}
