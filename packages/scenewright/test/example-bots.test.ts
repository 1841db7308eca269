import { compileProject, openProject } from '@scenewright/compiler'
import type { CompiledSource } from '@scenewright/model/compilation'
import { fold } from '@scenewright/simulator'
import { describe, expect, test } from 'vitest'
import { exampleBot, exampleBots, scenewright } from './run.ts'

describe.each(exampleBots)('the tests of the %s', bot => {
  test('pass, and cover every node, every edge and every scenario', async () => {
    const { code, stdout } = await scenewright(['test', '--coverage', '--format', 'json'], { cwd: exampleBot(bot) })
    const { summary, tests, coverage } = JSON.parse(stdout)
    expect(tests.filter((one: { status: string }) => one.status !== 'passed')).toEqual([])
    expect([code, summary]).toMatchObject([0, { passed: tests.length, failed: 0 }])
    for (const part of ['nodes', 'edges', 'scenarios']) {
      const { covered, total } = coverage[part]
      expect([part, covered, total > 0]).toEqual([part, total, true])
    }
  })

  test('have at least six paraphrases of each scenario that are not among its examples', async () => {
    const { sources } = await compileProject(await openProject({ cwd: exampleBot(bot) }))
    const found = paraphrases(sources)
    expect(found.size).toBeGreaterThan(0)
    expect([...found].filter(([, messages]) => messages.size < 6)).toEqual([])
  })
})

/** Of every active scenario the messages that tables expect it at and that, folded, are none of its examples. */
function paraphrases(sources: readonly CompiledSource[]): ReadonlyMap<string, ReadonlySet<string>> {
  const tables = sources.flatMap(({ tests }) => tests?.tables ?? [])
  const active = sources.flatMap(({ scenarios }) => scenarios).filter(({ isActive }) => isActive)
  return new Map(
    active.map(({ key, document }) => {
      const examples = new Set((document.scenario.examples ?? []).map(fold))
      const messages = tables.filter(({ starts }) => starts === key).flatMap(table => table.messages)
      return [key, new Set(messages.map(({ text }) => fold(text)).filter(message => !examples.has(message)))]
    }),
  )
}
