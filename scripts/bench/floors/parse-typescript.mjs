// The lower bound of a TypeScript check: only reads the sources below the working folder and parses each with the
// library.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { ts } = createRequire(new URL('../../../packages/compiler/package.json', import.meta.url))('ts-morph')

for (const file of readdirSync('scenarios', { recursive: true })) {
  if (file.endsWith('.ts')) ts.createSourceFile(file, readFileSync(`scenarios/${file}`, 'utf8'), ts.ScriptTarget.Latest)
}
