import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderWith, scenewright } from './run.ts'

const subjects = ['refund', 'parcel', 'invoice', 'password', 'card', 'address', 'order', 'voucher', 'account']

const scenario = (subject: string, next: string) => `title: ${subject}
trigger_description: The customer asks about the ${subject}.
examples: [where is my ${subject}, "I lost the ${subject}", change the ${subject} please, the ${next} again]
exclusions: [a ${next} for my ${subject}, nothing about ${subject}]
flow: { nodes: { hello: { text: Hello, next: done }, done: END } }
`

const files = Object.fromEntries(
  subjects.map((subject, at) => [
    `scenarios/${subject}.scenario.yaml`,
    scenario(subject, subjects[(at + 1) % subjects.length] ?? ''),
  ]),
)

test('examples are evaluated in two threads with the findings of one, also from the cache and after an edit', async () => {
  let workers = 0
  const count = () => {
    workers += 1
  }
  process.on('worker', count)
  onTestFinished(() => void process.off('worker', count))
  const cwd = await folderWith({
    'scenewright.config.yaml': 'bot: { primary_language: en }\n',
    'scenarios/a.test.yaml': 'triggers: [{ starts: refund, messages: [where is my refund, my money] }]\n',
    ...files,
  })
  const check = async (threadsFrom: number, ...args: readonly string[]) => {
    workers = 0
    const { stdout } = await scenewright(['check', '--format', 'json', ...args], { cwd, threadsFrom })
    return { stdout, workers }
  }
  // Fewer files than messages: only the evaluation uses threads. The main one waits for signals meanwhile.
  const threadsFrom = 20
  const helpers = availableParallelism() < 2 ? 0 : 2
  const alone = await check(1000, '--no-cache')
  expect(alone.workers).toBe(0)
  expect(JSON.parse(alone.stdout).findings.length).toBeGreaterThan(subjects.length)
  expect(await check(threadsFrom, '--no-cache')).toEqual({ ...alone, workers: helpers })
  expect(await check(threadsFrom)).toEqual({ ...alone, workers: helpers })
  expect(await check(threadsFrom)).toEqual(alone)

  const file = join(cwd, 'scenarios/card.scenario.yaml')
  await writeFile(file, readFileSync(file, 'utf8').replace('where is my card', 'where is my parcel now'))
  const edited = await check(threadsFrom)
  expect(edited.workers).toBe(helpers)
  expect(edited.stdout).not.toBe(alone.stdout)
  expect(await check(1000, '--no-cache')).toEqual({ ...edited, workers: 0 })
})
