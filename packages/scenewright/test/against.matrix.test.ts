import { expect, test } from 'vitest'
import { byTier } from '../../../test/tier.ts'
import { deployed, reportOf } from './deployed-bot.ts'

/** Between them they expect all that the tests of the shop expect. */
const part = ['delivery/cost', 'delivery/times', 'none'].map(name => `scenarios/${name}.test.yaml`)
const { files, least } = byTier({ once: { files: part, least: 40 }, full: { files: [], least: 200 } })

test('bots deployed from the sources pass their tests, and decide as the simulator does', async () => {
  const { run } = await deployed('shop')
  expect((await run('apply', '--yes', '--init')).code).toBe(0)
  const outcome = await run('test', ...files, '--against', 'live', '--format', 'json')
  const { summary, tests, against } = reportOf(outcome)
  expect(outcome).toMatchObject({ code: 0, stderr: '' })
  expect(summary.failed).toBe(0)
  expect(summary.passed).toBeGreaterThan(least)
  expect(against).toMatchObject({ environment: 'live', deployed: 'same', different: [], differing: 0 })
  expect(against.turns).toBeGreaterThanOrEqual(summary.passed)
  expect(against.not_observable.map(({ field }: { field: string }) => field)).toEqual(['walk', 'confidence', 'ends'])
  expect(tests.flatMap(({ differences }: { differences: object[] }) => differences)).toEqual([])
})
