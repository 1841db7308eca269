import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, expect, test } from 'vitest'
import { besideTests, linesBehind, typeFaults } from './compile-types.ts'

const folder = mkdtempSync(join(tmpdir(), 'scenewright-authoring-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('what is right has no error', () => {
  expect(typeFaults([besideTests('accepted.ts')])).toEqual([])
})

test('each mistake is an error on its own line, and nothing else is', () => {
  const file = besideTests('refused.ts')
  const faults = typeFaults([file], {}, text => text.replaceAll('@ts-expect-error', ''))
  expect(faults.map(({ line }) => line)).toEqual(linesBehind(file, '@ts-expect-error'))
  expect(faults.filter(({ text }) => text.includes('contcat'))[0]?.text).toContain('Did you mean \'"contact"\'?')
})

const resolutions: readonly [string, ts.CompilerOptions][] = [
  ['nodenext', { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext }],
  ['bundler', { module: ts.ModuleKind.Preserve, moduleResolution: ts.ModuleResolutionKind.Bundler }],
]

test.each(resolutions)('a project that has the package alone finds the types: %s', (_name, options) => {
  const installed = join(folder, 'node_modules/scenewright')
  mkdirSync(installed, { recursive: true })
  for (const part of ['package.json', 'authoring']) {
    cpSync(besideTests(`../../${part}`), join(installed, part), { recursive: true })
  }
  const source = join(folder, 'refund.scenario.ts')
  const nodes = "{ wait: reply('x', { next: 'done' }), done: end(), lost: reply('x', { next: 'dnoe' }) }"
  writeFileSync(
    source,
    `import { end, reply, scenario } from 'scenewright'
export default scenario({ title: 'x', trigger_description: 'x', flow: { nodes: ${nodes} } })
`,
  )
  expect(typeFaults([source], options)).toMatchObject([{ line: 2, text: expect.stringContaining('dnoe') }])
})
