import { createComparison } from '@scenewright/differ'
import { botDefaults } from '@scenewright/model/config'
import { type Bot, createBot, newDialogue, type SimulatedScenario, takeTurn } from '@scenewright/simulator'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bareEnvironment, branchWith, put } from '../../workspace/test/git-repository.ts'
import { type BothBots, startComparisonThreads } from '../src/commands/diff/comparison-threads.ts'
import { createMessageParts } from '../src/commands/diff/message-parts.ts'
import { canMakeTerminal, keys, onTerminal } from './on-terminal.ts'

const things = ['refund', 'parcel', 'card', 'lamp', 'invoice', 'voucher', 'address', 'repair']
const verbs = ['where is', 'cancel', 'change', 'pay', 'block', 'send back']
const messages = things.flatMap(thing => verbs.map(verb => `${verb} my ${thing}`))

const scenario = (key: string, examples: readonly string[]): SimulatedScenario => ({
  key,
  isActive: true,
  scenario: {
    title: key,
    trigger_description: `The customer asks about the ${key}.`,
    examples,
    exclusions: [],
    definition: {
      start_node_id: 'answer',
      nodes: [{ id: 'answer', type: 'FIXED_REPLY', title: 'answer', text: `About the ${key}.` }],
      edges: [],
    },
  },
})

/** Some of the things, each with some of what customers say of it. */
const anyBot = fc
  .array(fc.tuple(fc.constantFrom(...things), fc.subarray(verbs, { minLength: 1 })), { minLength: 1, maxLength: 12 })
  .map(all =>
    all.map(([thing, own], place) =>
      scenario(
        `${thing}-${place}`,
        own.map(verb => `${verb} my ${thing}`),
      ),
    ),
  )

/** Each side decides with its own settings. */
const asking = { ...botDefaults, primary_language: 'en', scenario_clarify_enabled: true } as const
const settings = { base: asking, head: { ...asking, scenario_clarify_margin: 40 } } as const
const renames = new Map([['refund-0', 'card-0']])
const { signal } = new AbortController()

/** What each bot does by itself, made with nothing of the other. */
function separately({ base, head }: BothBots): readonly unknown[] {
  const [one, other] = [createBot(base, settings.base), createBot(head, settings.head)]
  const told = (bot: Bot, message: string) => {
    const { decision, replies } = takeTurn(bot, newDialogue, message).turn
    return { ...decision, replies }
  }
  const now = (key: string) => renames.get(key) ?? key
  return messages.flatMap(message => {
    const [before, after] = [told(one, message), told(other, message)]
    const names = ({ kind, ...rest }: typeof before, nameOf: (key: string) => string) => {
      const keys = 'scenario' in rest ? [rest.scenario] : 'candidates' in rest ? rest.candidates : []
      return [kind, ...keys.map(nameOf).sort()].join(' ')
    }
    return names(before, now) === names(after, key => key) ? [] : [{ message, before, after }]
  })
}

describe('decisions of both bots for messages', () => {
  test('are those of each bot alone', () => {
    let differing = 0
    fc.assert(
      fc.property(anyBot, anyBot, (base, head) => {
        const before = createBot(base, settings.base)
        const compare = createComparison(before, createBot(head, settings.head, before), renames)
        const found = messages.flatMap(message => compare(message) ?? [])
        differing += found.length
        expect(found).toEqual(separately({ base, head, settings, renames }))
      }),
      { numRuns: 20 },
    )
    expect(differing).toBeGreaterThan(100)
  })

  test('is the same in other threads, and in the order of the messages', async () => {
    const [base = [], head = []] = fc.sample(anyBot, { numRuns: 2, seed: 4 })
    const bots = { base, head, settings, renames }
    const parts = createMessageParts(messages, 5)
    const threads = startComparisonThreads(bots, parts, { threads: 2, signal })
    await threads.done.finally(threads.stop)
    expect(parts).toMatchObject({ all: messages.length, done: messages.length })
    expect(parts.changes()).toEqual(separately(bots))
    expect(parts.changes().length).toBeGreaterThan(5)
  })

  test('is not awaited if no part is left', async () => {
    const bots = { base: [], head: [], settings, renames }
    const threads = startComparisonThreads(bots, createMessageParts([], 5), { threads: 2, signal })
    await expect(threads.done.finally(threads.stop)).resolves.toBeDefined()
  })

  test('is not awaited after a signal', async () => {
    const interrupt = new AbortController()
    const parts = createMessageParts(messages, 5)
    const threads = startComparisonThreads({ base: [], head: [], settings, renames }, parts, {
      threads: 2,
      signal: interrupt.signal,
    })
    interrupt.abort(130)
    await expect(threads.done.finally(threads.stop)).rejects.toBe(130)
  })

  test('is not lost if a thread fails', async () => {
    // What a bot cannot be made of, as a fault of ours would be.
    const broken = { ...scenario('card', []), scenario: undefined } as unknown as SimulatedScenario
    const threads = startComparisonThreads(
      { base: [broken], head: [], settings, renames },
      createMessageParts(messages, 5),
      { threads: 1, signal },
    )
    await expect(threads.done.finally(threads.stop)).rejects.toThrow()
  })
})

test('parts are in the order of the messages, regardless of which is done first', () => {
  const all = ['a', 'b', 'c', 'd', 'e']
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 6 }),
      fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
      (size, order) => {
        const parts = createMessageParts(all, size)
        const taken = []
        for (let part = parts.take(); part !== undefined; part = parts.take()) taken.push(part)
        expect(taken.flatMap(part => part.messages)).toEqual(all)
        const changeOf = (message: string) => {
          return { message, before: { kind: 'none', replies: [] }, after: { kind: 'none', replies: [] } } as const
        }
        for (const place of order) {
          const part = taken[place]
          if (part !== undefined) parts.give(part.place, part.messages.map(changeOf))
        }
        expect(parts.changes()).toEqual(all.map(changeOf))
        expect(parts.done).toBe(all.length)
      },
    ),
  )
})

test.skipIf(!canMakeTerminal)(
  'Ctrl-C ends it while messages are processed, and no thread blocks the process',
  async () => {
    const examples = (n: number) => messages.slice(0, 6).map(message => `${message} ${n}`)
    const source = (n: number, all: readonly string[]) =>
      `title: T${n}\ntrigger_description: D${n}\nexamples: [${all}]\nflow: { nodes: { z: END } }\n`
    const file = (n: number) => `scenarios/s${n}.scenario.yaml`
    const numbers = Array.from({ length: 80 }, (_, n) => n)
    const cwd = await branchWith({
      'scenewright.config.yaml': 'bot: { primary_language: en }\n',
      ...Object.fromEntries(numbers.map(n => [file(n), source(n, examples(n))])),
    })
    // So many that they are never all asked.
    const all = Array.from({ length: 250_000 }, (_, n) => `${messages[n % messages.length]} number ${n}\n`)
    put(cwd, { [file(0)]: source(0, ['something else']), 'messages.txt': all.join('') })
    const { code, left } = await onTerminal(['diff', '--messages', 'messages.txt'], { cwd, env: bareEnvironment }, [
      ['asked', keys.interrupt],
    ])
    expect({ code, left }).toEqual({ code: 130, left: [] })
  },
)
