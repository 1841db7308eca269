import { createSourceCheck, rules, type SourceReport } from '@scenewright/checker'
import { compileText, type Project } from '@scenewright/compiler'
import { expect, onTestFinished, test } from 'vitest'
import { createTriggerThread } from '../src/live/trigger-thread.ts'

const config = { bot: { primary_language: 'en' } } as const
const check = createSourceCheck(config)

/** A worker that answers each update with a finding, which has the changed files as its message. */
const worker = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ generation, changed = ['all'] }) => {
      parentPort.postMessage({ generation, findings: [{ message: changed.join() }] })
    })
  `)}`,
)

async function reportOn(key: string, { example = 'where is my', reply = 'Hello' } = {}): Promise<SourceReport> {
  const text = `title: ${key}
trigger_description: The customer asks about the ${key}.
examples: ["${example} ${key}"]
flow: { nodes: { hello: { text: ${reply}, next: done }, done: END } }
`
  return check(await compileText({ file: `${key}.scenario.yaml`, key, text }))
}

test('the thread is asked only about triggers that have changed', async () => {
  const host = { env: {}, workerEntry: worker } as unknown as Parameters<typeof createTriggerThread>[0]
  const thread = createTriggerThread(host, { project: { root: '/none', config } as Project, rules })
  onTestFinished(() => thread.end())
  const messages = async (...reports: readonly SourceReport[]) =>
    (await thread.check({ reports }, () => {}))?.map(({ message }) => message)
  const [card, parcel] = [await reportOn('card'), await reportOn('parcel')]
  expect(await messages(card, parcel)).toEqual(['all'])
  const rewritten = await reportOn('card', { reply: 'Good day' })
  expect(await messages(rewritten, parcel)).toEqual(['all'])
  const changed = await reportOn('parcel', { example: 'track my' })
  expect(await messages(rewritten, changed)).toEqual(['parcel.scenario.yaml'])
  expect(await messages(card, changed)).toEqual(['parcel.scenario.yaml'])
  // A source that is removed or added changes the comparison of all others.
  expect(await messages(changed)).toEqual([''])
  expect(await messages(card, changed)).toEqual(['card.scenario.yaml'])
})

test('a thread that fails is replaced, and its end does not stop the next one', async () => {
  const failing = new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads'
      parentPort.on('message', ({ generation }) => {
        if (generation === 1) throw new Error('a failure')
        parentPort.postMessage({ generation, findings: [] })
      })
    `)}`,
  )
  const host = { env: {}, workerEntry: failing } as unknown as Parameters<typeof createTriggerThread>[0]
  const thread = createTriggerThread(host, { project: { root: '/none', config } as Project, rules })
  onTestFinished(() => thread.end())
  const reports = [await reportOn('card')]
  await expect(thread.check({ reports }, () => {})).rejects.toThrow('a failure')
  expect(await thread.check({ reports }, () => {})).toEqual([])
})
