import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { localService } from './local-service.ts'
import { folderWith, scenewright } from './run.ts'

const nodes = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, { text: 'Hello', next: `n${at + 1}` }]))
const flowOf = (count: number) => ({ nodes: { ...nodes(count), [`n${count}`]: 'END' } })
const named = (id: string) => ({ nodes: { [id]: { text: 'Hello', next: 'end' }, end: 'END' } })

/** Scenarios that differ from a usual one: at a limit, and just beyond it. */
const limits: readonly (readonly [what: string, within: object, beyond: object])[] = [
  ['title', { title: 'x'.repeat(255) }, { title: 'x'.repeat(256) }],
  ['title of emoji', { title: '😀'.repeat(255) }, { title: '😀'.repeat(256) }],
  ['label', { clarification_label: 'x'.repeat(255) }, { clarification_label: 'x'.repeat(256) }],
  ['trigger', { trigger_description: 'x'.repeat(32_768) }, { trigger_description: 'x'.repeat(32_769) }],
  ['description', { description: 'x'.repeat(32_768) }, { description: 'x'.repeat(32_769) }],
  ['example', { examples: ['x'.repeat(32_768)] }, { examples: ['x'.repeat(32_769)] }],
  ['exclusion', { exclusions: ['x'.repeat(32_768)] }, { exclusions: ['x'.repeat(32_769)] }],
  ['examples', { examples: texts(10_000) }, { examples: texts(10_001) }],
  ['least priority', { priority: 0 }, { priority: -1 }],
  ['whole priority', { priority: 7 }, { priority: 7.5 }],
  ['largest priority', { priority: 1_000_000 }, { priority: 1_000_001 }],
  ['nodes', { flow: flowOf(9_999) }, { flow: flowOf(10_000) }],
  [
    'id of a node',
    { flow: { nodes: { ['x'.repeat(255)]: 'END' } } },
    { flow: { nodes: { ['x'.repeat(256)]: 'END' } } },
  ],
  ['id of an edge', { flow: named('x'.repeat(250)) }, { flow: named('x'.repeat(251)) }],
]

function texts(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `text ${at}`)
}

test('source/service-limit finds what the local service rejects, and only that', async () => {
  const service = await localService()
  const bot = await service.post('/bots', { name: 'limits', gpt_model: 'llm_provider_d', primary_language: 'en' })
  const usual = { title: 'Refund', trigger_description: 'The customer asks about a refund.', flow: named('hello') }
  const config = 'rules: { "*": off, source/service-limit: warning }\n'
  const cwd = await folderWith({ 'scenewright.config.yaml': config })
  await mkdir(join(cwd, 'scenarios'))
  const names = limits.flatMap((_, at) => [`within-${at}`, `beyond-${at}`])
  for (const [at, [, within, beyond]] of limits.entries()) {
    for (const [name, fields] of Object.entries({ within, beyond })) {
      await writeFile(join(cwd, 'scenarios', `${name}-${at}.scenario.yaml`), JSON.stringify({ ...usual, ...fields }))
    }
  }
  const { stdout } = await scenewright(['check', '--format', 'json'], { cwd })
  const { findings }: { findings: readonly { scenario: string }[] } = JSON.parse(stdout)
  const found = new Set(findings.map(({ scenario }) => scenario))
  expect((await scenewright(['compile', '--out', 'build'], { cwd })).code).toBe(0)
  const rejected: string[] = []
  for (const name of names) {
    const document = JSON.parse(await readFile(join(cwd, 'build', `${name}.json`), 'utf8'))
    const answer = await service.post(`/bots/${bot.unique_id}/scenarios/import`, document)
    if (answer.statusCode === 400) rejected.push(name)
    else expect(answer).toHaveProperty('versions')
  }
  expect(rejected).toEqual(limits.map((_, at) => `beyond-${at}`))
  expect([...found].sort()).toEqual([...rejected].sort())
})
