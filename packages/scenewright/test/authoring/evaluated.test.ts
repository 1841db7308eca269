import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileProject, compileText, openProject } from '@scenewright/compiler'
import { afterAll, expect, test } from 'vitest'
import * as accepted from './accepted.ts'
import { besideTests } from './compile-types.ts'

const folder = mkdtempSync(join(tmpdir(), 'scenewright-evaluated-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('an imported source has the value that the compiler evaluates', async () => {
  mkdirSync(join(folder, 'scenarios'))
  cpSync(besideTests('accepted.ts'), join(folder, 'scenarios/accepted.scenario.ts'))
  for (const name of ['shared-nodes.ts', 'team-types.ts']) cpSync(besideTests(name), join(folder, 'scenarios', name))
  const { sources } = await compileProject(await openProject({ cwd: folder }))
  const evaluated = new Map(sources.flatMap(({ scenarios }) => scenarios).map(({ key, document }) => [key, document]))
  expect(sources.flatMap(({ findings }) => findings)).toEqual([])
  expect(evaluated.size).toBe(Object.keys(accepted).length)
  for (const [name, made] of Object.entries(accepted)) {
    const key = made.key ?? `accepted/${name}`
    expect(evaluated.get(key), name).toEqual(await documentOf(made))
  }
})

/** The document of plain data: it is YAML when it is written as JSON, its pairs as fields. */
async function documentOf(made: { readonly flow: { readonly nodes: unknown } }): Promise<unknown> {
  const { nodes } = made.flow
  const pairs: readonly (readonly [string, unknown])[] = Array.isArray(nodes) ? nodes : Object.entries(Object(nodes))
  const fields = pairs.map(([id, node]) => `${JSON.stringify(id)}: ${JSON.stringify(node)}`).join(', ')
  const text = JSON.stringify({ ...made, flow: { ...made.flow, nodes: 'NODES' } }).replace('"NODES"', `{ ${fields} }`)
  const { scenarios, findings } = await compileText({ file: 'a.scenario.yaml', key: 'a', text })
  expect(findings).toEqual([])
  return scenarios[0]?.document
}
