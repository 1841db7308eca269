import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderWith, scenewright } from './run.ts'

const scenario = `title: Refund status
trigger_description: The customer asks when a refund will arrive.
examples: [Where is my refund?, When do I get my money back?, how long does a refund take]
clarification_label: Refund status
flow:
  nodes:
    wait_time: { text: A refund takes 3 to 5 business days., next: done }
    done: END
`
const sound = 'triggers:\n  - starts: refund\n    messages: [where is the refund]\n'
const misspelt = sound.replace('refund', 'refnud')
const unreadable = 'triggers: [\n'

const project = (tests: string) =>
  folderWith({ 'scenarios/refund.scenario.yaml': scenario, 'scenarios/a.test.yaml': tests })

const summaryOf = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout).summary

describe('a file of conversation tests', () => {
  test('counts as a file and not as a scenario, and has no findings', async () => {
    const { code, stdout, stderr } = await scenewright(['check'], { cwd: await project(sound) })
    expect([code, stdout, stderr]).toEqual([0, '', 'no findings in 2 files (1 scenario)\n'])
  })

  test('has its findings, also from the cache and when checked alone', async () => {
    const cwd = await project(misspelt)
    for (const args of [[], [], ['--no-cache'], ['scenarios/a.test.yaml']]) {
      const outcome = await scenewright(['check', '--format', 'json', ...args], { cwd })
      const [finding, ...others] = JSON.parse(outcome.stdout).findings
      expect([outcome.code, others]).toEqual([1, []])
      expect(finding).toMatchObject({ rule: 'test/unknown-reference', scenario: null, help: 'Did you mean "refund"?' })
      expect(finding.range.start).toEqual({ line: 2, column: 13 })
    }
    const { code, stdout } = await scenewright(['check', 'scenarios/refund.scenario.yaml'], { cwd })
    expect([code, stdout]).toEqual([0, ''])
  })

  test('is checked again when the scenario that it names is removed', async () => {
    const cwd = await project(sound)
    await scenewright(['check'], { cwd })
    await writeFile(join(cwd, 'scenarios/refund.scenario.yaml'), `key: other\n${scenario}`)
    expect(summaryOf(await scenewright(['check', '--format', 'json'], { cwd }))).toMatchObject({ errors: 1, files: 2 })
  })

  test('can suppress its findings', async () => {
    const comment = '  # scenewright-ignore test/unknown-reference: comes with the next release\n'
    const cwd = await project(misspelt.replace('\n', `\n${comment}`))
    expect(summaryOf(await scenewright(['check', '--format', 'json'], { cwd }))).toMatchObject({
      errors: 0,
      warnings: 0,
      suppressed: 1,
    })
  })

  test.each([
    ['compile', [], 0],
    ['compile', ['--stdout', 'scenarios/refund.scenario.yaml'], 0],
    ['score', ['where is my refund'], 0],
    ['simulate', ['where is my refund'], 0],
    ['fmt', ['--check'], 2],
    ['doctor', [], 1],
    ['check', [], 1],
  ])('that is unreadable does not affect documents: %s %j', async (command, args, expected) => {
    const { code, stderr } = await scenewright([command, ...args], { cwd: await project(unreadable) })
    expect([code, /\n\s+at /.test(stderr)]).toEqual([expected, false])
  })

  test('has no document', async () => {
    const cwd = await project(sound)
    await scenewright(['compile'], { cwd })
    expect(existsSync(join(cwd, 'build/a.json'))).toBe(false)
    expect(JSON.parse(readFileSync(join(cwd, 'build/manifest.json'), 'utf8')).documents).toHaveLength(1)
    const { code, stderr } = await scenewright(['compile', '--stdout', 'scenarios/a.test.yaml'], { cwd })
    expect(code).toBe(2)
    expect(stderr).toContain('no scenarios in "scenarios/a.test.yaml"')
  })

  test('alone is not a project to compile, and can be checked', async () => {
    const cwd = await folderWith({ 'scenarios/a.test.yaml': sound.replace('refund', 'none') })
    expect((await scenewright(['check'], { cwd })).code).toBe(0)
    expect((await scenewright(['compile'], { cwd })).code).toBe(2)
  })

  test('is formatted with the scenarios', async () => {
    const cwd = await project('triggers:\n- starts:   refund\n  messages: [ a ]\n')
    const { code, stdout } = await scenewright(['fmt', 'scenarios/a.test.yaml'], { cwd })
    expect([code, stdout]).toEqual([0, 'scenarios/a.test.yaml\n'])
    expect(readFileSync(join(cwd, 'scenarios/a.test.yaml'), 'utf8')).toBe(
      'triggers:\n  - starts: refund\n    messages: [a]\n',
    )
  })
})
