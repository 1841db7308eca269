import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { openLive } from '../src/live/index.ts'
import { folderWith } from './folder-with.ts'

const worker = new URL('../../scenewright/bin/worker.cjs', import.meta.url)

const source = (example: string) => `title: Any
trigger_description: The customer asks.
examples: [where is my ${example}, "I lost the ${example}", change the ${example} please]
flow: { nodes: { hello: { text: Hello, next: done }, done: END } }
`

/** A project whose triggers are compared only when a test asks for it. */
async function openProject() {
  const cwd = await folderWith({
    'scenewright.config.yaml': 'bot: { primary_language: en }\n',
    'scenarios/card.scenario.yaml': source('card'),
    'scenarios/parcel.scenario.yaml': source('card'),
  })
  const host = {
    cwd,
    env: {},
    signal: new AbortController().signal,
    build: 'test',
    workerEntry: worker,
    importModule: (url: string) => import(pathToFileURL(url).href),
    endedBySignals: <Value>(work: () => Value) => work(),
    notify: () => {},
    showProgress: () => {},
    showFindings: async () => {},
  }
  const live = await openLive(host, { cache: false, whenIdle: () => () => {} })
  onTestFinished(() => live.end())
  return live
}

test('an editor that opens a source changes no finding, and nothing is compared again', async () => {
  const live = await openProject()
  const { findings } = await live.settle()
  expect(findings.map(({ rule }) => rule)).toContain('trigger/example-in-two')
  await live.change([{ file: 'scenarios/card.scenario.yaml', text: source('card') }])
  expect([live.isSettled(), live.findings()]).toEqual([true, findings])
  await live.change([{ file: 'scenarios/card.scenario.yaml', text: source('invoice') }])
  expect(live.isSettled()).toBe(false)
  expect((await live.settle()).findings.map(({ rule }) => rule)).not.toContain('trigger/example-in-two')
  // It is closed without being saved.
  await live.change([{ file: 'scenarios/card.scenario.yaml' }])
  expect(live.isSettled()).toBe(false)
  expect((await live.settle()).findings).toEqual(findings)
})

test('a source that is opened with another text than that of the disk is compared', async () => {
  const live = await openProject()
  await live.settle()
  await live.change([{ file: 'scenarios/parcel.scenario.yaml', text: source('parcel') }])
  expect(live.isSettled()).toBe(false)
  expect((await live.settle()).findings.map(({ rule }) => rule)).not.toContain('trigger/example-in-two')
})
