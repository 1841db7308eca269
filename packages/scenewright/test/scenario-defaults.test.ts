import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { branchWith, commit, put } from '../../workspace/test/git-repository.ts'
import { folderWith, scenewright, scenewrightProcess } from './run.ts'

const source = (threshold = '') => `title: Hours
trigger_description: The times at the counter.
examples: [when do you open, is the counter open on sunday]
${threshold}flow: { nodes: { answer: { text: From nine to five., next: done }, done: END } }
`

const sources = {
  'scenarios/default.scenario.yaml': source(),
  'scenarios/own.scenario.yaml': source('min_confidence: 90\n'),
  'scenarios/unset.scenario.yaml': source('min_confidence: null\n'),
  'scenarios/typed.scenario.ts': `import { end, scenario } from 'scenewright'
export default scenario({ title: 'T', trigger_description: 'T', examples: ['a b c'], flow: { nodes: { a: end() } } })
`,
}

const config = (threshold: number) => `scenarios: { min_confidence: ${threshold} }\n`

async function compiledThreshold(cwd: string, key: string): Promise<number | undefined> {
  const { stdout, stderr } = await scenewright(['compile', '--stdout', key], { cwd })
  expect(stderr).toBe('')
  return JSON.parse(stdout).scenario.min_confidence
}

describe('the default min_confidence of the config', () => {
  test('is compiled into each scenario without one', async () => {
    const cwd = await folderWith({ ...sources, 'scenewright.config.yaml': config(64) })
    const found = []
    for (const file of Object.keys(sources)) found.push([file, await compiledThreshold(cwd, file)])
    expect(found).toEqual([
      ['scenarios/default.scenario.yaml', 64],
      ['scenarios/own.scenario.yaml', 90],
      ['scenarios/unset.scenario.yaml', undefined],
      ['scenarios/typed.scenario.ts', 64],
    ])
  })

  test('applies at once after a change, also with a cache', async () => {
    const cwd = await folderWith({ ...sources, 'scenewright.config.yaml': '' })
    const thresholds = async () => {
      const { stdout } = await scenewrightProcess(['score', 'when do you open', '--format', 'json'], { cwd })
      const { scores } = JSON.parse(stdout)
      return scores
        .filter(({ scenario }: { scenario: string }) => scenario === 'default' || scenario === 'typed')
        .map((score: { min_confidence: number }) => score.min_confidence)
    }
    expect(await thresholds()).toEqual([78, 78])
    await writeFile(join(cwd, 'scenewright.config.yaml'), config(61))
    expect(await thresholds()).toEqual([61, 61])
    await rm(join(cwd, 'scenewright.config.yaml'))
    expect(await thresholds()).toEqual([78, 78])
  })

  test('is the default of its own side in a diff', async () => {
    const folder = await branchWith({ ...sources, 'scenewright.config.yaml': config(80) })
    put(folder, { 'scenewright.config.yaml': config(70) })
    const changesIn = async (cwd: string, args: readonly string[]) => {
      const { stdout } = await scenewright(['diff', ...args, '--format', 'json', '--no-behaviour'], { cwd })
      const { settings, scenarios } = JSON.parse(stdout)
      return [{ key: 'settings', changes: settings }, ...scenarios].flatMap(({ key, changes }) =>
        changes.map(({ kind, level, before, after }: Record<string, unknown>) => [key, kind, level, before, after]),
      )
    }
    const expected = [
      ['settings', 'setting-changed', 'risky', 80, 70],
      ['default', 'min-confidence-lowered', 'info', 80, 70],
      ['typed', 'min-confidence-lowered', 'info', 80, 70],
    ]
    expect(await changesIn(folder, ['main'])).toEqual(expected)
    commit(folder)
    expect(await changesIn(folder, ['main..HEAD'])).toEqual(expected)
  })

  test('is omitted from a decompiled source, and another value is written', async () => {
    const cwd = await folderWith({ ...sources, 'scenewright.config.yaml': config(64) })
    await scenewright(['compile', '--out', 'build'], { cwd })
    const decompiled = async (args: readonly string[]) =>
      (await scenewright(['decompile', 'build/default.json', ...args], { cwd })).stdout.match(/min_confidence.*/)?.[0]
    expect(await decompiled([])).toBeUndefined()
    expect(await decompiled(['--to', 'ts'])).toBeUndefined()
    await writeFile(join(cwd, 'scenewright.config.yaml'), config(78))
    expect(await decompiled([])).toBe('min_confidence: 64')
    expect(await decompiled(['--to', 'ts'])).toBe('min_confidence: 64,')
  })
})
