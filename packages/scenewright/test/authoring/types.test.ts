import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, expect, test } from 'vitest'
import { besideTests, linesBehind, strictest, type TypeFault, typeFaults } from './compile-types.ts'

const folder = mkdtempSync(join(tmpdir(), 'scenewright-authoring-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('valid code has no error', () => {
  expect(typeFaults([besideTests('accepted.ts'), besideTests('accepted-tests.ts')])).toEqual([])
})

test.each(['refused.ts', 'refused-tests.ts'])(
  'each mistake of %s is an error on its own line, and there are no other errors',
  name => {
    expect(refusals(name).map(({ line }) => line)).toEqual(linesBehind(besideTests(name), '@ts-expect-error'))
  },
)

test('a misspelled id is reported with a suggestion', () => {
  expect(refusals('refused.ts').filter(({ text }) => text.includes('contcat'))[0]?.text).toContain(
    'Did you mean \'"contact"\'?',
  )
})

const refused = new Map<string, readonly TypeFault[]>()

/** What is wrong in a file, whatever it expects. */
function refusals(name: string): readonly TypeFault[] {
  const known = refused.get(name)
  if (known !== undefined) return known
  const faults = typeFaults([besideTests(name)], strictest, text => text.replaceAll('@ts-expect-error', ''))
  refused.set(name, faults)
  return faults
}

const resolutions: readonly [string, ts.CompilerOptions][] = [
  ['as docs/editors.md says', documentedOptions()],
  ['nodenext', { ...strictest, module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext }],
  ['bundler', { ...strictest, module: ts.ModuleKind.Preserve, moduleResolution: ts.ModuleResolutionKind.Bundler }],
]

function installPackage(): void {
  const installed = join(folder, 'node_modules/scenewright')
  mkdirSync(installed, { recursive: true })
  for (const part of ['package.json', 'dist/types']) {
    cpSync(besideTests(`../../${part}`), join(installed, part), { recursive: true })
  }
}

test.each(resolutions)('a project that has the package alone finds the types: %s', (_name, options) => {
  installPackage()
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

test('the sources that the pages on TypeScript show have no error', () => {
  const text = ['yaml-or-typescript', 'typescript-sources'].map(page).join('\n')
  const blocks = [...text.matchAll(/^```ts[^\n]*\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text)
  const files = blocks.map((text, index) => {
    const isShared = text.includes('export const businessDays')
    const file = join(folder, isShared ? 'shared/contact.ts' : `page-${index}.scenario.ts`)
    mkdirSync(join(folder, 'shared'), { recursive: true })
    writeFileSync(file, text)
    return file
  })
  expect(files.length).toBeGreaterThan(3)
  expect(typeFaults(files, documentedOptions())).toEqual([])
})

test('the rules that docs/custom-rules.md shows have no error, where JavaScript is checked', () => {
  installPackage()
  const file = join(folder, 'rules.mjs')
  writeFileSync(file, /^```js rules\n([\s\S]*?)^```$/m.exec(page('custom-rules'))?.[1] ?? '')
  expect(typeFaults([file], { ...strictest, allowJs: true, checkJs: true })).toEqual([])
})

function page(name: string): string {
  return readFileSync(besideTests(`../../../../docs/${name}.md`), 'utf8')
}

/** The options of the tsconfig.json that the page on editors shows. */
function documentedOptions(): ts.CompilerOptions {
  const text = /^```json\n([\s\S]*?)^```$/m.exec(page('editors'))?.[1] ?? ''
  const { options, errors } = ts.convertCompilerOptionsFromJson(JSON.parse(text).compilerOptions, folder)
  expect(errors).toEqual([])
  return options
}
