import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { sarif } from '../../src/commands/check/formats/sarif.ts'
import { context, everyKind, everySuppression, finding, many, reportOf } from './sample.ts'

const require = createRequire(import.meta.url)
const validate = validatorOf(require('@microsoft/sarif-matcher-utils/lib/schemas/sarif-2.1.0-rtm.5.json'))

function runOf(...given: Parameters<typeof reportOf>) {
  return JSON.parse(sarif(reportOf(...given), context)).runs[0]
}

describe('a log', () => {
  test.each([
    ['of every kind of finding', everyKind, everySuppression],
    ['without findings', [], []],
    ['of too many findings', many('info', 25_001), []],
  ])('%s validates against the published schema', (_name, findings, suppressed) => {
    const log = JSON.parse(sarif(reportOf(findings, suppressed), { ...context, folder: 'bots/a shop/' }))
    expect(validate(log), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true)
  })

  test('that violates the schema is detected', () => {
    expect(validate({ version: '2.1.0', runs: [{ results: [] }] })).toBe(false)
  })

  test('names the rule of each result by its index in the list, also an unknown one', () => {
    const { results, tool } = runOf(everyKind)
    const named = results.map((result: { ruleIndex: number }) => tool.driver.rules[result.ruleIndex].id)
    expect(named).toEqual(results.map((result: { ruleId: string }) => result.ruleId))
    expect(named).toContain('own/rule')
  })

  test('writes files as URIs that lead back to them, from the root of the repository', () => {
    const file = 'scenarios/50% off, new: \u00fcber?#.scenario.yaml'
    const log = JSON.parse(sarif(reportOf([finding({ file })]), { ...context, folder: 'bots/a shop/' }))
    const { uri } = log.runs[0].results[0].locations[0].physicalLocation.artifactLocation
    expect(uri).toMatch(/^[\w./%-]+$/)
    expect(decodeURIComponent(uri)).toBe(`bots/a shop/${file}`)
  })

  test('contains the walk, the related places and the fixes', () => {
    const results = runOf(everyKind).results as Record<string, unknown>[]
    const flows = results.flatMap(({ codeFlows }) => (codeFlows === undefined ? [] : [codeFlows]))
    expect(flows).toHaveLength(1)
    expect(flows[0]).toMatchObject([
      {
        threadFlows: [
          {
            locations: [
              { location: { logicalLocations: [{ fullyQualifiedName: 'refund#start' }] } },
              { location: { physicalLocation: { region: { startLine: 3 } } } },
              { location: { logicalLocations: [{ name: 'sorry' }] } },
            ],
          },
        ],
      },
    ])
    const fixed = results.find(({ ruleId }) => ruleId === 'graph/unknown-target')
    expect(fixed).toMatchObject({
      relatedLocations: [{ physicalLocation: { artifactLocation: { uri: 'shared/a%20b.ts' } } }],
      fixes: [
        {
          artifactChanges: [
            {
              replacements: [
                { insertedContent: { text: 'contact' } },
                { deletedRegion: { startLine: 12, endLine: 13 } },
              ],
            },
            { artifactLocation: { uri: 'shared/a%20b.ts' } },
          ],
        },
      ],
    })
  })
})

test.each([
  ['of the toolkit', undefined, 'https://github.com/scenewright/scenewright/blob/v1.2.3/docs/rules/own/rule.md'],
  ['that has an address', 'https://wiki.example/r\u00fcle', 'https://wiki.example/r%C3%BCle'],
  ['that has a file', 'docs/rule.md', undefined],
  ['that has something other than a web address', 'javascript:alert(1)', undefined],
])('the help address of a rule %s', (_what, docs, helpUri) => {
  const own = { id: 'own/rule', level: 'error', summary: 'a', ...(docs !== undefined && { docs }) } as const
  const log = JSON.parse(sarif(reportOf([finding({ rule: 'own/rule' })]), { ...context, rules: [own] }))
  expect(validate(log)).toBe(true)
  const [descriptor] = log.runs[0].tool.driver.rules
  expect({ uri: descriptor.helpUri, hasPage: 'markdown' in descriptor.help }).toEqual({
    uri: helpUri,
    hasPage: docs === undefined,
  })
})

test('the end of an endless walk is kept', () => {
  const walk = Array.from({ length: 12_000 }, (_, index) => `n${index}`)
  const [{ codeFlows }] = runOf([finding({ walk })]).results
  const { locations } = codeFlows[0].threadFlows[0]
  expect(locations).toHaveLength(1000)
  expect(locations.at(-1).location.logicalLocations).toMatchObject([{ name: 'n11999' }])
})

describe('a suppressed finding', () => {
  test('has its place and reason; all others are marked as not suppressed', () => {
    const { results } = runOf([finding()], everySuppression)
    expect(results.map(({ suppressions }: { suppressions: unknown }) => suppressions)).toEqual([
      [{ kind: 'inSource', justification: 'kept for May' }],
      [{ kind: 'external', justification: 'legacy' }],
      [{ kind: 'external', justification: 'in the baseline' }],
      [],
    ])
  })

  test('is omitted if it is indistinguishable, and changes no fingerprint', () => {
    const report = reportOf([finding({ node: 'b' }), finding()], [{ finding: finding(), by: 'config', reason: 'x' }])
    const all = JSON.parse(sarif(report, context)).runs[0].results
    const some = JSON.parse(sarif(report, { ...context, showsSuppressed: false })).runs[0].results
    expect(some).toEqual(all.filter(({ suppressions }: { suppressions: [] }) => suppressions.length === 0))
    expect(some).toHaveLength(2)
  })
})

describe('a long list', () => {
  const severities = (results: readonly { level: string }[]) => [...new Set(results.map(({ level }) => level))]

  test('of 5,000 is in the order of places', () => {
    expect(severities(runOf([...many('info', 2500), ...many('error', 2500)]).results)).toEqual(['note', 'error'])
  })

  test('of more has the most severe first, and never exceeds the upload limit', () => {
    const { results, invocations } = runOf(
      [...many('info', 13_000), ...many('error', 12_000)],
      [{ finding: finding(), by: 'config', reason: 'x' }],
    )
    expect(results).toHaveLength(25_000)
    expect(severities(results)).toEqual(['error', 'note'])
    expect(invocations[0].toolExecutionNotifications).toHaveLength(1)
  })
})

function validatorOf({ $schema: _draft4, id: _id, ...schema }: Readonly<Record<string, unknown>>) {
  // The schema is of draft 4, but has nothing that later drafts read in another way.
  const ajv = new Ajv({ strict: false, unicodeRegExp: false })
  addFormats.default(ajv)
  return ajv.compile(schema)
}
