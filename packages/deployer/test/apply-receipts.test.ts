import { expect, test } from 'vitest'
import { applyReceipts, checkReceipts } from '../src/state/apply-receipts.ts'
import type { Receipt } from '../src/state/receipt.ts'
import type { State } from '../src/state/state.ts'

const environment = { name: 'prod', url: 'https://bots.example.com', bot: 'b' }
const target = { ...environment, timeoutMs: 1, settleMs: 1 }
const at = '2030-01-01T00:00:00.000Z'
const remoteId = '3f0c2d0e-0000-4000-8000-000000000000'

const state: State = {
  format: 1,
  lineage: 'l',
  serial: 500_000,
  tool: '0.1.0',
  environment,
  scenarios: Object.fromEntries(
    Array.from({ length: 2_000 }, (_, index) => [`k${index}`, { remote_id: remoteId, is_active: true, history: [] }]),
  ),
  journal: { entries: [] },
}

/** The receipts that a machine has after years of deploys. */
function receiptsUpTo(serial: number): readonly Receipt[] {
  return Array.from({ length: serial }, (_, index) => ({
    op_id: `op-${index}`,
    key: 'k0',
    kind: 'update',
    remote_id: remoteId,
    at,
    run: 'run',
    environment: 'prod',
    lineage: 'l',
    serial: index + 1,
    url: environment.url,
    bot: environment.bot,
  }))
}

test('receipts of years take no time, and still prove how new the state must be', () => {
  const receipts = receiptsUpTo(500_000)
  expect(applyReceipts(state, receipts)).toBe(state)
  checkReceipts(state, receipts, target)
  expect(() => checkReceipts({ ...state, serial: 499_999 }, receipts, target)).toThrow(
    'it has the serial 499999, but the receipts of this machine end at 500000',
  )
})
