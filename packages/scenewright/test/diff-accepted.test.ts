import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validate as validateFile } from '@scenewright/schemas/validate/accepted'
import { validate as validateDiff } from '@scenewright/schemas/validate/diff'
import { describe, expect, test } from 'vitest'
import { bareEnvironment, branchWith, commit, git, put } from '../../workspace/test/git-repository.ts'
import { type Outcome, scenewright } from './run.ts'

const name = 'scenewright.accepted.json'

const source = (examples: string, next = 'done') => `title: Apples
trigger_description: The customer asks about apples.
examples: ${examples}
flow:
  nodes:
    answer: { text: We have apples., next: ${next} }
    more: { text: And pears., next: done }
    done: END
`

/** A file of accepted changes that is right but for the day on which an entry ends. */
function withDay(until: string): string {
  const entry = { until, fingerprint: '0'.repeat(32), scenario: 'a', kind: 'example-removed', reason: 'x', who: 'Bo' }
  return JSON.stringify({ version: 1, changes: [entry] })
}

/** A branch that has taken out an example and rerouted a way, with what it takes to compare it. */
async function changed() {
  const cwd = await branchWith({ 'scenewright.config.yaml': '', 'scenarios/a.scenario.yaml': source('[ripe, red]') })
  git(cwd, 'config', 'user.name', 'Ann Example')
  put(cwd, { 'scenarios/a.scenario.yaml': source('[ripe]', 'more') })
  const diff = (...args: string[]): Promise<Outcome> => scenewright(['diff', ...args], { cwd, env: bareEnvironment })
  const kept = () => {
    const file = JSON.parse(readFileSync(join(cwd, name), 'utf8'))
    expect(validateFile(file), JSON.stringify(validateFile.errors)).toBe(true)
    return file.changes
  }
  const { stdout } = await diff('--format', 'json')
  const [{ changes }] = JSON.parse(stdout).scenarios
  const fingerprintOf = (kind: string): string =>
    changes.find((each: { kind: string }) => each.kind === kind).fingerprint
  return { cwd, diff, kept, fingerprintOf }
}

describe('accepting changes', () => {
  test('accepted changes do not fail, and new ones do', async () => {
    const { cwd, diff, kept, fingerprintOf } = await changed()
    const failed = await diff('--fail-on', 'risky')
    expect(failed.code).toBe(1)
    expect(failed.stderr).toContain(`  ${fingerprintOf('example-removed').slice(0, 8)}  risky  example-removed  a\n`)
    const removed = fingerprintOf('example-removed').slice(0, 8)
    expect(await diff('--accept', removed, '--reason', 'sold out', '--fail-on', 'risky')).toMatchObject({ code: 1 })
    expect(kept()).toEqual([
      {
        fingerprint: fingerprintOf('example-removed'),
        scenario: 'a',
        kind: 'example-removed',
        reason: 'sold out',
        who: 'Ann Example',
      },
    ])
    const all = await diff('--accept', 'all', '--reason', 'pears too', '--who', 'Bo', '--fail-on', 'risky')
    expect(all).toMatchObject({ code: 0, stderr: expect.stringContaining('3 of them accepted') })
    const again = await diff('--accept', 'all', '--reason', 'pears too')
    expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('there is nothing left to accept') })
    expect(kept().map(({ who }: { who: string }) => who)).toEqual(['Bo', 'Ann Example', 'Bo'])
    await diff('--accept', 'all', '--reason', 'these too', '--fail-on', 'info')
    expect(await diff('--exit-code', '--no-behaviour')).toMatchObject({ code: 0 })
    expect(await diff('--exit-code')).toMatchObject({ code: 1 })
    put(cwd, { 'scenarios/a.scenario.yaml': source('[ripe]', 'more').replace('[ripe]', '[]') })
    expect(await diff('--exit-code', '--no-behaviour')).toMatchObject({ code: 1 })
    expect(await diff('--fail-on', 'risky')).toMatchObject({ code: 1 })
  })

  test('the reports show who has accepted which change, and why', async () => {
    const { diff } = await changed()
    const until = '2999-12-31'
    const { stdout } = await diff('--accept', 'all', '--reason', 'a | <b>', '--until', until)
    expect(stdout).toContain(`accepted by Ann Example until ${until}: a | <b>\n`)
    const markdown = await diff('--format', 'markdown')
    expect(markdown.stdout).toContain(`accepted by Ann Example until ${until}: a \\| &lt;b&gt;\n`)
    const json = JSON.parse((await diff('--format', 'json')).stdout)
    expect(validateDiff(json), JSON.stringify(validateDiff.errors)).toBe(true)
    expect(json.scenarios[0].changes[0].accepted).toEqual({ reason: 'a | <b>', who: 'Ann Example', until })
  })

  test('an expired entry has no effect, and one that is accepted again does', async () => {
    const { cwd, diff, kept } = await changed()
    await diff('--accept', 'all', '--reason', 'for now')
    const text = readFileSync(join(cwd, name), 'utf8')
    put(cwd, { [name]: text.replaceAll('"who"', '"until": "2020-02-29", "who"') })
    const over = await diff('--fail-on', 'risky')
    expect(over).toMatchObject({ code: 1, stderr: expect.stringContaining('expired after 2020-02-29') })
    expect(over.stdout).not.toContain('accepted by')
    expect(await diff('--accept', 'all', '--reason', 'for good', '--fail-on', 'risky')).toMatchObject({ code: 0 })
    expect(kept().map(({ reason, until }: { reason: string; until?: string }) => [reason, until])).toEqual(
      kept().map(() => ['for good', undefined]),
    )
  })

  test('obsolete entries are reported, and removed on request', async () => {
    const { cwd, diff, kept } = await changed()
    await diff('--accept', 'all', '--reason', 'meant')
    const before = kept().length
    put(cwd, { 'scenarios/a.scenario.yaml': source('[ripe]') })
    const said = await diff('--fail-on', 'risky')
    expect(said).toMatchObject({ code: 0, stderr: expect.stringContaining('--prune-accepted removes them') })
    expect(kept()).toHaveLength(before)
    await diff('--prune-accepted')
    expect(kept().map(({ kind }: { kind: string }) => kind)).toEqual(['example-removed', 'messages-moved'])
  })

  test('the file is the same for any order of acceptances, and no part of it is left', async () => {
    const texts: string[] = []
    for (const order of [
      ['example-removed', 'edge-rerouted'],
      ['edge-rerouted', 'example-removed'],
    ]) {
      const { cwd, diff, fingerprintOf } = await changed()
      for (const kind of order) await diff('--accept', fingerprintOf(kind), '--reason', 'meant')
      texts.push(readFileSync(join(cwd, name), 'utf8'))
      expect(readdirSync(cwd).filter(each => each.endsWith('.part'))).toEqual([])
    }
    expect(texts[0]).toBe(texts[1])
    expect(texts[0]?.split('\n').filter(line => line.includes('"fingerprint"'))).toHaveLength(2)
  })
})

describe('the source of acceptances', () => {
  test('they are those of the head, and those that the change adds are listed, whether or not it has such a change', async () => {
    const { cwd, diff, kept } = await changed()
    await diff('--accept', 'all', '--reason', 'meant')
    const [first, ...others] = kept()
    const ahead = { ...first, fingerprint: '0'.repeat(32), kind: 'scenario-removed' }
    put(cwd, { [name]: JSON.stringify({ version: 1, changes: [first, ...others, ahead] }) })
    commit(cwd)
    // What lies in the working files is of no commit.
    put(cwd, { [name]: JSON.stringify({ version: 1, changes: [] }) })
    const { stdout } = await diff('main..work', '--format', 'json')
    const json = JSON.parse(stdout)
    expect(validateDiff(json), JSON.stringify(validateDiff.errors)).toBe(true)
    expect(json.acceptedByThisChange.map(({ kind }: { kind: string }) => kind).sort()).toEqual(
      [...others, first, ahead].map(({ kind }: { kind: string }) => kind).sort(),
    )
    const text = (await diff('main..work')).stdout
    expect(text).toContain('\nAccepted by this change\n')
    expect(text).toContain('    a: scenario-removed, which this diff does not have\n')
    const { stdout: markdown } = await diff('main..work', '--format', 'markdown')
    expect(markdown).toMatch(/\*\*Accepted by this change\*\*\n\n- <code>a<\/code>: /)
    expect((await diff('main..work', '--format', 'html')).stdout).toContain('Accepted by this change</h2>')
    git(cwd, 'switch', '--quiet', '--force-create', 'next', 'work')
    put(cwd, { 'scenarios/a.scenario.yaml': source('[]', 'more') })
    commit(cwd)
    expect((await diff('work..next')).stdout).not.toContain('Accepted by this change')
  })

  test('an acceptance of moved messages is kept if no messages were compared', async () => {
    const { diff, kept } = await changed()
    await diff('--accept', 'all', '--reason', 'meant')
    const before = kept()
    expect(before.map(({ kind }: { kind: string }) => kind)).toContain('messages-moved')
    await diff('--no-behaviour', '--prune-accepted')
    expect(kept()).toEqual(before)
  })
})

describe('unacceptable changes', () => {
  test.each([
    ['without a reason', ['--accept', 'all'], 'requires a reason'],
    ['a reason without --accept', ['--reason', 'x'], '--accept'],
    ['an unknown change', ['--accept', 'deadbeef', '--reason', 'x'], 'no change with the fingerprint'],
    ['a fingerprint that is too short', ['--accept', 'a', '--reason', 'x'], 'too short'],
    ['"all" together with a fingerprint', ['--accept', 'all', 'deadbeef', '--reason', 'x'], 'or only "all"'],
    ['no name of the person who accepts', ['--accept', 'all', '--reason', 'x', '--who', ' '], '--who'],
    [
      'an end that is not a day',
      ['--accept', 'all', '--reason', 'x', '--until', '2026-02-30'],
      '--until requires a day',
    ],
    ['an end in the past', ['--accept', 'all', '--reason', 'x', '--until', '2020-01-01'], 'is over'],
    ['a missing file', ['--accepted', 'none.json'], 'there is no file'],
  ])('%s: a usage error, and nothing is written', async (_name, args, message) => {
    const { cwd, diff } = await changed()
    expect(await diff(...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) })
    expect(readdirSync(cwd)).not.toContain(name)
  })

  test.each([
    ['is damaged', '{\n  "version": 1,\n  "changes": [,]\n}', `${name}:3:15: `],
    ['contains conflict markers', '{\n<<<<<<< ours\n', `${name}:2:1: `],
    ['has a newer version', '{ "version": 2 }', 'newer Scenewright'],
    ['has an entry until an invalid day', withDay('2020-13-41'), `${name}:1:34: `],
    ['has an entry until a day without leading zeros', withDay('2020-1-1'), `${name}:1:34: `],
    ['has an invalid entry', '{ "version": 1, "changes": [{ "fingerprint": "x" }] }', `${name}:1:29: `],
  ])('a file that %s is an error at its place', async (_name, text, message) => {
    const { cwd, diff } = await changed()
    put(cwd, { [name]: text })
    expect(await diff()).toMatchObject({ code: 2, stderr: expect.stringContaining(message) })
    expect(readFileSync(join(cwd, name), 'utf8')).toBe(text)
  })
})
