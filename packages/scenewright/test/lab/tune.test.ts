import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith, scenewright } from '../run.ts'

const goods = ['lamp', 'chair', 'table', 'shelf', 'mirror', 'carpet', 'sofa', 'bench', 'clock', 'vase', 'stool', 'desk']
const asks = ['return my', 'send back the', 'give back one', 'hand in a broken']

const source = (title: string, examples: readonly string[], own = '') => `# kept
title: ${title}
trigger_description: ${title}.
examples:
${examples.map(text => `  - ${text}\n`).join('')}${own}flow: { nodes: { answer: { text: Gladly., next: done }, done: END } }
`

const returns = source(
  'Returns',
  goods.slice(0, 6).map((good, at) => `I want to ${asks[at % 4]} ${good}`),
)
const hours = source('Opening hours', ['when do you open', 'is the shop open on sunday', 'how late are you open'])

/** Messages that are similar to an example, and unrelated ones. */
function labelled(): string {
  const rows = goods.flatMap(good => asks.map(ask => `may I ${ask} ${good} please,returns`))
  const others = goods.flatMap(good => [`do you sell a ${good},none`, `tell me a joke about the ${good},none`])
  return `text,expected\n${[...rows, ...others, 'are you open late,hours'].join('\n')}\n`
}

const files = {
  'scenewright.config.yaml': '# the team\nbot: { primary_language: en }\nscenarios:\n  min_confidence: 95 # too high\n',
  'scenarios/returns.scenario.yaml': returns,
  'scenarios/hours.scenario.yaml': hours,
  'labelled.csv': labelled(),
}

test('thresholds are proposed, with their effect on messages that were not used, and nothing is written', async () => {
  const cwd = await folderWith(files)
  const { code, stdout } = await scenewright(['lab', '--replay', 'labelled.csv', '--tune', '--format', 'json'], { cwd })
  expect(code).toBe(0)
  const { tuning } = JSON.parse(stdout)
  expect(tuning.default.from).toBe(95)
  expect(tuning.default.to).toBeLessThan(95)
  expect(tuning.heldOut.after.cost).toBeLessThan(tuning.heldOut.before.cost)
  expect(tuning.heldOut.after.right).toBeGreaterThan(tuning.heldOut.before.right)
  expect(tuning.tooFew).toContainEqual({ key: 'hours', messages: expect.any(Number) })
  const text = await scenewright(['lab', '--replay', 'labelled.csv', '--tune'], { cwd })
  expect(text.stdout).toMatch(new RegExp(`default of all +95 → ${tuning.default.to}\n`))
  expect(text.stdout).toContain('not enough messages for a threshold of their own')
  expect(readFileSync(join(cwd, 'scenewright.config.yaml'), 'utf8')).toBe(files['scenewright.config.yaml'])
})

test('fewer than 30 messages propose no default', async () => {
  const [header, ...rows] = labelled().split('\n')
  const propose = async (number: number) => {
    const cwd = await folderWith({ ...files, 'labelled.csv': [header, ...rows.slice(0, number)].join('\n') })
    const args = ['lab', '--replay', 'labelled.csv', '--tune', '--write', '--format', 'json']
    const { tuning } = JSON.parse((await scenewright(args, { cwd })).stdout)
    return [tuning.default !== undefined, readFileSync(join(cwd, 'scenewright.config.yaml'), 'utf8').includes('95')]
  }
  expect([await propose(12), await propose(29), await propose(30)]).toEqual([
    [false, true],
    [false, true],
    [true, false],
  ])
})

test('--write changes only the thresholds, and a second run has less to propose', async () => {
  const own = { ...files, 'scenarios/returns.scenario.yaml': returns.replace('flow', 'min_confidence: 97 # hot\nflow') }
  const cwd = await folderWith(own)
  const args = ['lab', '--replay', 'labelled.csv', '--tune', '--write', '--format', 'json']
  const { code, stdout, stderr } = await scenewright(args, { cwd })
  expect(code).toBe(0)
  const { tuning } = JSON.parse(stdout)
  const [{ key, to }] = tuning.scenarios
  expect([key, tuning.scenarios.length]).toEqual(['returns', 1])
  expect(stderr).toMatch(/written: scenarios\/returns\.scenario\.yaml:\d+\n/)
  const now = (name: string) => readFileSync(join(cwd, name), 'utf8')
  expect(now('scenarios/returns.scenario.yaml')).toBe(own['scenarios/returns.scenario.yaml'].replace('97 #', `${to} #`))
  const expected = tuning.default === undefined ? 95 : tuning.default.to
  expect(now('scenewright.config.yaml')).toBe(files['scenewright.config.yaml'].replace('95', String(expected)))
  const again = JSON.parse((await scenewright(args, { cwd })).stdout).tuning
  expect(again.heldOut.before.cost).toBeLessThan(tuning.heldOut.before.cost)
})

test('--write reports a threshold that it cannot edit, with the reason, and exits with 1', async () => {
  const shared = returns.replace('flow', 'min_confidence: &own 97\npriority: *own\nflow')
  const cwd = await folderWith({ ...files, 'scenarios/returns.scenario.yaml': shared })
  const { code, stderr } = await scenewright(['lab', '--replay', 'labelled.csv', '--tune', '--write'], { cwd })
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /not written: "min_confidence" in scenarios\/returns\.scenario\.yaml:\d+ cannot be changed safely; .*: change it by hand/,
  )
  expect(readFileSync(join(cwd, 'scenarios/returns.scenario.yaml'), 'utf8')).toBe(shared)
})

test.each([
  ['--tune without a file', ['--tune'], '--tune requires --replay'],
  ['--write alone', ['--replay', 'labelled.csv', '--write'], '--write requires --tune'],
  ['messages without labels', ['--replay', 'plain.txt', '--tune'], 'no message in "plain.txt" has a label'],
])('%s is a usage error', async (_, args, message) => {
  const cwd = await folderWith({ ...files, 'plain.txt': 'hello there\n' })
  const { code, stderr } = await scenewright(['lab', ...args], { cwd })
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
})
