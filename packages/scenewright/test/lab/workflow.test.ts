import { expect, test } from 'vitest'
import { folderWith, scenewright } from '../run.ts'

const goods = ['lamp', 'chair', 'table', 'shelf', 'mirror', 'carpet', 'sofa', 'bench', 'clock', 'vase', 'stool', 'desk']

/** The phrases of each scenario: the first two are its examples, with a few goods. */
const phrases = {
  returns: [
    'I want to return my',
    'how do I send back the',
    'is it possible to return a broken',
    'please take it and send back a',
  ],
  delivery: [
    'when does the delivery arrive of my',
    'track the parcel with the',
    'is the delivery late for a',
    'where can I track a',
  ],
  assembly: [
    'how do I put together the',
    'I need the assembly manual of the',
    'please put this together with a',
    'I lost my manual for a',
  ],
} as const

const outside = [
  'tell me a joke about the',
  'what do you think about my',
  'write a poem on the',
  'can a cat sleep in the',
]

const source = (key: string, [first, second]: readonly string[]) => `title: ${key}
trigger_description: ${key}.
examples:
${goods
  .slice(0, 4)
  .map((good, at) => `  - ${at % 2 === 0 ? first : second} ${good}\n`)
  .join('')}flow: { nodes: { answer: { text: Gladly., next: done }, done: END } }
`

/** Labelled messages with other goods than the examples, in the given half of them. */
const labelled = (half: readonly string[]) => {
  const rows = Object.entries(phrases).flatMap(([key, all]) =>
    all.flatMap(phrase => half.map(good => [`${phrase} ${good}`, key])),
  )
  const none = outside.flatMap(phrase => half.map(good => [`${phrase} ${good}`, 'none']))
  return `text,expected\n${[...rows, ...none].map(row => row.join(',')).join('\n')}\n`
}

test('labelled messages are evaluated, thresholds tuned, near misses triaged, and then the gate passes', async () => {
  const cwd = await folderWith({
    'scenewright.config.yaml': 'bot: { primary_language: en }\nscenarios: { min_confidence: 100 }\n',
    ...Object.fromEntries(
      Object.entries(phrases).map(([key, all]) => [`scenarios/${key}.scenario.yaml`, source(key, all)]),
    ),
    'vague.txt':
      'where can I track it\nthe lamp fell over\nwhat about the table\nwhere do I put it\nis the shelf nice\nI want a chair\n',
    'labelled.csv': labelled(goods.slice(4, 8)),
    'later.csv': labelled(goods.slice(8)),
  })
  const lab = async (...args: string[]) => {
    const outcome = await scenewright(['lab', '--format', 'json', ...args], { cwd })
    return { ...outcome, report: JSON.parse(outcome.stdout) }
  }
  const gate = ['--min-right', '90', '--max-wrong', '5']

  const before = await lab('--replay', 'later.csv', ...gate)
  expect(before.code).toBe(1)
  expect(before.report.evaluation).toMatchObject({ messages: 64, outOfScope: { messages: 16, started: 0 } })

  const tuned = await lab('--replay', 'labelled.csv', '--tune', '--write')
  expect(tuned.code).toBe(0)
  const { heldOut } = tuned.report.tuning
  expect(heldOut.after.cost).toBeLessThan(heldOut.before.cost)
  const after = await lab('--replay', 'later.csv')
  expect(after.report.evaluation.right).toBeGreaterThan(before.report.evaluation.right)

  const keys = `e\n${'x\n'.repeat(20)}`
  const args = ['lab', '--replay', 'vague.txt', '--triage']
  const triaged = await scenewright(args, { cwd, isTerminal: true, input: keys })
  expect(triaged.stderr).toMatch(/1 example, [1-9] exclusions?, 0 tests, 0 skipped; 0 messages left\n$/)
  for (const [key, all] of Object.entries(phrases)) {
    for (const phrase of all.slice(2)) {
      expect((await scenewright(['example', 'add', key, `${phrase} bed`], { cwd })).code).toBe(0)
    }
  }

  // The new examples score higher, so another threshold is right.
  expect((await lab('--replay', 'labelled.csv', '--tune', '--write')).code).toBe(0)

  const last = await lab('--replay', 'later.csv', ...gate)
  expect(last.report.evaluation.outOfScope.started).toBe(0)
  expect([last.report.gates.map(({ passed }: { passed: boolean }) => passed), last.code]).toEqual([[true, true], 0])
  expect((await scenewright(['check', '--format', 'json', '--rule', 'source/*'], { cwd })).code).toBe(0)
})
