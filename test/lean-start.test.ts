import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))

test.each([
  ['compiler', ['yaml', 'ts-morph', 'ajv', 're2js', '@scenewright/schemas/validate/conversation-test']],
  ['checker', ['yaml', 'ts-morph']],
  ['graph', ['@dagrejs/dagre']],
  ['service', ['ai', '@opentelemetry/api', '@opentelemetry/otlp-transformer', '@opentelemetry/sdk-trace-base']],
])('loading %s loads nothing that is slow and rarely needed', (name, slow) => {
  const loaded = loadedBy(join(root, 'packages', name, 'src/index.ts'))
  // The package with the fewest files has nine.
  expect(loaded.files.size).toBeGreaterThan(5)
  expect(slow.filter(specifier => loaded.packages.has(specifier))).toEqual([])
})

/** What a file loads before anything of it is called: its imports and theirs, but those of types and `import()`. */
function loadedBy(entry: string): { readonly files: ReadonlySet<string>; readonly packages: ReadonlySet<string> } {
  const files = new Set([entry])
  const packages = new Set<string>()
  for (const file of files) {
    for (const specifier of importsOf(readFileSync(file, 'utf8'))) {
      if (!specifier.startsWith('.')) packages.add(specifier)
      else if (specifier.endsWith('.ts')) files.add(join(file, '..', specifier))
    }
  }
  return { files, packages }
}

function importsOf(text: string): readonly string[] {
  const statements = text.matchAll(/^(?:import|export)\s(?!type\s)([^;'"]*?)\sfrom '([^']+)'/gm)
  return [...statements].flatMap(([, names = '', specifier = '']) => (isOfTypes(names) ? [] : [specifier]))
}

/** `{ type A, type B }` leaves nothing behind when its types are taken away. */
function isOfTypes(names: string): boolean {
  const listed = /^\{([\s\S]*)\}$/.exec(names.trim())?.[1]
  if (listed === undefined) return false
  return listed.split(',').every(name => name.trim() === '' || name.trim().startsWith('type '))
}
