import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { textHash } from '@scenewright/model/text-hash'
import { expect, test } from 'vitest'
import { folderWith, scenewright } from './run.ts'

const subjects = ['refund', 'parcel', 'invoice', 'password', 'card', 'address', 'order', 'voucher', 'account']

const scenario = (subject: string, next: string) => `title: ${subject}
trigger_description: The customer asks about the ${subject}.
examples: [where is my ${subject}, "I lost the ${subject}", change the ${subject} please, the ${next} again]
exclusions: [a ${next} for my ${subject}, nothing about ${subject}]
flow: { nodes: { hello: { text: Hello, next: done }, done: END } }
`

const distinct = ([one, two, three]: readonly (string | undefined)[]) => `title: ${one}
trigger_description: All about ${one} and ${two}.
examples: [${one} ${two}, ${two} ${three}, ${three} ${one}]
flow: { nodes: { hello: { text: Hello, next: done }, done: END } }
`

const files = Object.fromEntries(
  subjects.map((subject, at) => [
    `scenarios/${subject}.scenario.yaml`,
    scenario(subject, subjects[(at + 1) % subjects.length] ?? ''),
  ]),
)

/** Runs the command line, and counts the threads that it starts. */
async function countingWorkers(args: readonly string[], options: { cwd: string; threadsFrom: number }) {
  let workers = 0
  const count = () => {
    workers += 1
  }
  process.on('worker', count)
  try {
    const { stdout } = await scenewright(args, options)
    return { stdout, workers }
  } finally {
    process.off('worker', count)
  }
}

test('examples are evaluated in two threads with the findings of one, also from the cache and after an edit', async () => {
  const cwd = await folderWith({
    'scenewright.config.yaml': 'bot: { primary_language: en }\n',
    'scenarios/a.test.yaml': 'triggers: [{ starts: refund, messages: [where is my refund, my money] }]\n',
    ...files,
  })
  const check = (threadsFrom: number, ...args: readonly string[]) =>
    countingWorkers(['check', '--format', 'json', ...args], { cwd, threadsFrom })
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

test('in a large bot, the check after an edit continues from the stored state, with the findings of a first one', async () => {
  const words = Array.from({ length: 630 }, (_, at) =>
    BigInt(`0x${textHash(`${at}`)}`)
      .toString(36)
      .replace(/\d/g, '')
      .slice(0, 8),
  )
  const keys = words.slice(0, 210)
  const own = (at: number) => [words[at], words[at + 210], words[at + 420]] as const
  const cwd = await folderWith({
    'scenewright.config.yaml': 'bot: { primary_language: en }\n',
    ...Object.fromEntries(keys.map((key, at) => [`scenarios/${key}.scenario.yaml`, distinct(own(at))])),
  })
  // Fewer than all messages, and more than those that an edit affects.
  const threadsFrom = 300
  const check = (...args: readonly string[]) =>
    countingWorkers(['check', '--format', 'json', ...args], { cwd, threadsFrom })
  const helpers = availableParallelism() < 2 ? 0 : 2
  expect((await check()).workers).toBe(helpers)
  for (const [at, text] of [
    [7, 'is it late'],
    [7, `${keys[7]} is late`],
    [100, `my ${keys[100]}`],
  ] as const) {
    const file = join(cwd, `scenarios/${keys[at]}.scenario.yaml`)
    await writeFile(file, readFileSync(file, 'utf8').replace(/examples: \[.*?,/, `examples: [${text},`))
    const again = await check()
    expect(again.workers).toBe(0)
    expect(await check('--no-cache')).toEqual({ ...again, workers: helpers })
  }
})
