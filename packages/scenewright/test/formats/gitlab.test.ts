import { expect, test } from 'vitest'
import { gitlab } from '../../src/commands/check/formats/gitlab.ts'
import { context, everyKind, everySuppression, finding, reportOf } from './sample.ts'

test('a list of the fields that GitLab requires, with a unique fingerprint for each', () => {
  const issues = JSON.parse(gitlab(reportOf([...everyKind, finding(), finding()], everySuppression), context))
  expect(issues).toHaveLength(everyKind.length + 2)
  expect(new Set(issues.map(({ fingerprint }: { fingerprint: string }) => fingerprint)).size).toBe(issues.length)
  for (const issue of issues) {
    expect(issue).toEqual({
      description: expect.stringMatching(/^[^\n]+$/),
      check_name: expect.stringMatching(/^[a-z-]+\/[a-z-]+$/),
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      severity: expect.stringMatching(/^(?:info|minor|critical)$/),
      location: { path: expect.stringMatching(/^scenarios\//), lines: { begin: expect.any(Number) } },
    })
  }
})

test('without findings is an empty list', () => {
  expect(JSON.parse(gitlab(reportOf([], everySuppression), context))).toEqual([])
})

test('paths start at the root of the repository', () => {
  const [issue] = JSON.parse(gitlab(reportOf([finding()]), { ...context, folder: 'bots/' }))
  expect(issue.location).toEqual({ path: 'bots/scenarios/refund.scenario.yaml', lines: { begin: 3 } })
})
