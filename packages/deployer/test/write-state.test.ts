import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../model/test/any-character.ts'
import { readState } from '../src/state/read-state.ts'
import type { JournalEntry, ScenarioState, State } from '../src/state/state.ts'
import { writeState } from '../src/state/write-state.ts'

const at = '2030-01-01T00:00:00.000Z'
const scenario: fc.Arbitrary<ScenarioState> = fc.record({
  is_active: fc.constantFrom(true, false, null),
  remote_id: fc.string({ minLength: 1, unit: anyCharacter }),
  history: fc.constant([]),
})
const entry: fc.Arbitrary<JournalEntry> = fc.record({
  at: fc.constant(at),
  run: fc.string({ minLength: 1 }),
  key: fc.string({ unit: anyCharacter }),
  what: fc.constant('created' as const),
})
const key = fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom('__proto__', 'constructor', '1', 'a/b'))
const state: fc.Arbitrary<State> = fc.record({
  format: fc.constant(1 as const),
  lineage: fc.string({ minLength: 1 }),
  serial: fc.nat(),
  tool: fc.string(),
  environment: fc.constant({ name: 'prod', url: 'https://bots.example.com', bot: 'b' }),
  scenarios: fc.array(fc.tuple(key, scenario)).map(entries => Object.fromEntries(entries)),
  journal: fc.record({ entries: fc.array(entry) }),
})

test('a state survives the round trip, for any keys and texts', () => {
  fc.assert(
    fc.property(state, one => {
      expect(readState(writeState(one), 'here')).toEqual(one)
      expect(writeState(one)).toBe(writeState(one))
    }),
  )
})

test('a change of one scenario changes one line', () => {
  const head = { format: 1 as const, lineage: 'l', serial: 1, tool: '0.1.0' }
  const environment = { name: 'prod', url: 'https://bots.example.com', bot: 'b' }
  const of = (names: Record<string, string>): State => ({
    ...head,
    environment,
    scenarios: Object.fromEntries(
      Object.entries(names).map(([name, remote_id]) => [name, { remote_id, is_active: true, history: [] }]),
    ),
    journal: { previous: 'a'.repeat(64), entries: [] },
  })
  const [one, other] = [of({ a: '1', b: '2', c: '3' }), of({ a: '1', b: 'x', c: '3' })].map(text =>
    writeState(text).split('\n'),
  )
  expect(other?.filter((text, index) => text !== one?.[index])).toEqual([
    '    "b": {"remote_id":"x","is_active":true,"history":[]},',
  ])
})
