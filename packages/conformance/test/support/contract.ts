import { describe, expect, test } from 'vitest'
import type { OwnedLocation } from '../../../service/test/process/place.ts'
import { conformanceJson } from '../../src/report/json.ts'
import { allRows } from '../../src/rows/all.ts'
import { runBadInputs } from '../../src/run-bad-inputs.ts'
import { runConformance } from '../../src/run-conformance.ts'
import { runKilled } from './killed-service.ts'
import type { World } from './world.ts'

/**
 * What a service must show, whatever database it stands on: the same, to the letter. `newPlace` is a database of
 * its own.
 */
export function conformanceContract(world: () => World, newPlace: () => Promise<OwnedLocation>): void {
  describe('the local service', () => {
    test('conforms in every row, and only the one that kills it is skipped', async () => {
      const results = await runConformance(world().options)
      expect(conformanceJson(results)).toEqual({
        summary: { passed: allRows.length - 1, failed: 0, skipped: 1 },
        rows: allRows.map(({ id, operation, kind, requirement }) => ({
          ...{ id, operation, kind, says: requirement },
          ...(id === 'C-387'
            ? { verdict: 'skipped', reason: 'needs a command that restarts the service: --restart-command' }
            : { verdict: 'pass' }),
        })),
      })
    })

    test('keeps accepted requests after a kill', async () => {
      const [result] = await runKilled(await newPlace())
      expect(result).toMatchObject({ id: 'C-387', verdict: { kind: 'pass' } })
    })

    test('rejects requests made from its OpenAPI document, and survives', async () => {
      const results = await runBadInputs(world().options)
      expect(results.filter(({ verdict }) => verdict.kind !== 'pass')).toEqual([])
      expect(results.length).toBeGreaterThan(300)
      expect(results.at(-1)?.operation).toBe('GET /bots')
    })
  })
}
