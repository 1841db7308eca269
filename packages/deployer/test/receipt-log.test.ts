import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openReceipts } from '../src/apply/receipt-log.ts'
import type { Receipt } from '../src/state/receipt.ts'

const folder = mkdtempSync(join(tmpdir(), 'scenewright-receipts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('concurrent receipts are one line each, after one that a crash truncated', async () => {
  const path = join(folder, 'test.ndjson')
  writeFileSync(path, '{"op_id":"cut')
  const receipts = Array.from({ length: 20 }, (_, index) => receipt(`scenario-${index}`))
  const log = openReceipts(path)
  await Promise.all(receipts.map(item => log.append(item)))
  const [cut, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n')
  expect(cut).toBe('{"op_id":"cut')
  expect(lines.map(line => JSON.parse(line))).toEqual(receipts)
  expect(await log.read()).toEqual(receipts)
})

test('a failed write of a receipt does not stop the next one', async () => {
  const path = join(folder, 'file')
  writeFileSync(path, '')
  const blocked = openReceipts(join(path, 'test.ndjson'))
  await expect(blocked.append(receipt('first'))).rejects.toThrow()
  rmSync(path)
  await blocked.append(receipt('second'))
  expect(await blocked.read()).toEqual([receipt('second')])
})

function receipt(key: string): Receipt {
  return {
    op_id: `op-${key}`,
    key,
    kind: 'create',
    remote_id: `record-${key}`,
    at: '2026-01-01T00:00:00.000Z',
    run: 'run',
    environment: 'test',
    bot: 'bot',
    url: 'http://127.0.0.1:1',
    lineage: 'lineage',
    serial: 1,
  }
}
