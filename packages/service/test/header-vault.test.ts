import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OperationError } from '@scenewright/model'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../src/database/open-database.ts'
import { openHeaderVault } from '../src/resources/functions/header-vault.ts'
import { newFolder } from './support/data-folder.ts'
import { newOwnedPlace } from './support/databases.ts'
import { createBot } from './support/samples.ts'
import { startWorld } from './support/world.ts'

function keyFile(): string {
  const { dataFolder, remove } = newFolder()
  onTestFinished(remove)
  return join(dataFolder, 'header.key')
}

test('every stored value can be read with the same key, only for the same header', () => {
  const file = keyFile()
  const vault = openHeaderVault(file)
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.uuid(), fc.uuid(), (value, header, other) => {
      fc.pre(header !== other)
      const sealed = vault.seal(value, header)
      expect(openHeaderVault(file).open(sealed, header)).toBe(value)
      expect(() => vault.open(sealed, other)).toThrow()
    }),
    { numRuns: 50 },
  )
  expect(vault.seal('same', 'a')).not.toBe(vault.seal('same', 'a'))
  expect(() => openHeaderVault(keyFile()).open(vault.seal('v', 'a'), 'a')).toThrow()
})

test('only the owner can read the key file', () => {
  const file = keyFile()
  openHeaderVault(file)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
})

test('a file with other contents, and a missing folder, are reported', () => {
  const file = keyFile()
  writeFileSync(file, 'nonsense')
  for (const path of [file, join(file, 'below')]) {
    expect(() => openHeaderVault(path)).toThrow(expect.objectContaining({ code: 'state' }))
    expect(() => openHeaderVault(path)).toThrow(OperationError)
  }
})

test('a database does not start with a key that does not decrypt its values, unless they are discarded', async () => {
  const place = await newOwnedPlace()
  const { keyFile: key } = place
  const first = await startWorld(place)
  const bot = await createBot(first.api)
  const { body: made } = await first.api('POST', '/bot-tools', {
    bot_unique_id: bot,
    name: 'f',
    description: '',
    request_method: 'GET',
    request_url: 'https://shop.example.com/',
    input_schema_json: {},
    headers: [{ header_name: 'X-Key', value: 'very-secret' }, { header_name: 'X-Empty' }],
  })
  await first.close()
  const kept = readFileSync(key)

  rmSync(key)
  const refusal = { code: 'state', message: expect.stringContaining(key) }
  await expect(startWorld(place)).rejects.toMatchObject(refusal)
  expect(existsSync(key)).toBe(false)
  writeFileSync(key, 'a'.repeat(64))
  await expect(startWorld(place)).rejects.toMatchObject(refusal)

  writeFileSync(key, kept)
  const second = await startWorld(place)
  expect((await second.api('GET', `/bot-tools/${made.unique_id}`)).body).toEqual(made)
  await second.close()

  rmSync(key)
  const third = await startWorld(place, { discardHeaderValues: true })
  const { body } = await third.api('GET', `/bot-tools/${made.unique_id}`)
  await third.close()
  expect(body.headers.map(({ has_value }: { has_value: boolean }) => has_value)).toEqual([false, false])
  const fourth = await startWorld(place)
  await fourth.close()
})

test('the database does not reveal the value of a header', async () => {
  const place = await newOwnedPlace()
  const world = await startWorld(place)
  const { status } = await world.api('POST', '/bot-tools', {
    bot_unique_id: await createBot(world.api),
    name: 'f',
    description: '',
    request_method: 'GET',
    request_url: 'https://shop.example.com/',
    input_schema_json: {},
    headers: [{ header_name: 'X-Key', value: 'very-secret', is_secret: true }],
  })
  await world.close()
  const { kysely, close } = await openDatabase(place)
  const [row] = await kysely.selectFrom('functions').selectAll().execute()
  await close()
  const [header] = row?.headers ?? []
  const opened = openHeaderVault(place.keyFile).open(header?.sealed ?? '', header?.id ?? '')
  expect(status).toBe(201)
  expect(JSON.stringify(row)).not.toContain('very-secret')
  expect(opened).toBe('very-secret')
})
