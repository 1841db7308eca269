import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { openEmbeddedDatabase } from '../src/database/embedded-database.ts'
import { newDataFolder } from './support/data-folder.ts'

test('a database that cannot be opened leaves no thread behind', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'service-corrupt-'))
  const workers: Worker[] = []
  const note = (worker: Worker) => void workers.push(worker)
  process.on('worker', note)
  onTestFinished(() => {
    process.off('worker', note)
    rmSync(parent, { recursive: true })
  })
  const folder = join(parent, 'pgdata')
  writeFileSync(folder, 'no folder')
  await expect(openEmbeddedDatabase({ folder })).rejects.toMatchObject({ name: 'DatabaseError' })
  // The id of a thread that has ended.
  expect(workers.map(({ threadId }) => threadId)).toEqual([-1])
})

test('a text that begins with a byte order mark is read as it was written', async () => {
  const { dataFolder, remove } = await newDataFolder()
  const database = await openEmbeddedDatabase({ folder: join(dataFolder, 'pgdata') })
  onTestFinished(async () => {
    await database.close()
    remove()
  })
  const { rows } = await database.query('select $1::text as text', ['\ufeffRefunds'])
  expect(rows).toEqual([{ text: '\ufeffRefunds' }])
})
