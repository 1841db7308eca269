import schema from '@scenewright/schemas/scenario.schema.json' with { type: 'json' }
import ts from 'typescript'
import { expect, test } from 'vitest'
import { besideTests, strictest } from './compile-types.ts'

const { flow, replyFields, targetFields, edge } = schema.definitions
const scenarioOf = (fields: string) => `scenario({ title: 't', trigger_description: 'd', ${fields} })`
const namesOf = (properties: object, ...without: readonly string[]) =>
  Object.keys(properties).filter(name => !without.includes(name))

test.each([
  ['a scenario', 'scenario({ | })', namesOf(schema.properties)],
  ['a flow', scenarioOf('flow: { | }'), namesOf(flow.properties)],
  ['a reply', "reply('x', { | })", namesOf(replyFields.properties, 'type', 'text')],
  ['a target', "reply('x', { next: { | } })", namesOf(targetFields.properties)],
  ['an edge', scenarioOf('flow: { nodes: { a: end() }, edges: [{ | }] }'), namesOf(edge.properties)],
  ['the start', scenarioOf("flow: { start: '|', nodes: { a: end(), b: end() } }"), ['a', 'b']],
  ['a type', "node('|')", ['FIXED_REPLY']],
])('the editor suggests what %s can contain', (_name, call, names) => {
  expect(offersIn(call)).toEqual(expect.arrayContaining(names))
})

// The library is parsed once.
const registry = ts.createDocumentRegistry()

/** The names that are offered at the bar in an expression. */
function offersIn(call: string): readonly string[] {
  const file = besideTests('typed-just-now.ts')
  const marked = `import { end, node, reply, scenario } from 'scenewright'\nexport const made = [end, node, reply, ${call}]\n`
  const text = marked.replace('|', '')
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => strictest,
    getScriptFileNames: () => [file],
    getScriptVersion: name => (name === file ? text : '1'),
    getScriptSnapshot: name => {
      const content = name === file ? text : ts.sys.readFile(name)
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content)
    },
    getCurrentDirectory: () => besideTests('.'),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: name => name === file || ts.sys.fileExists(name),
    readFile: ts.sys.readFile,
    realpath: name => ts.sys.realpath?.(name) ?? name,
  }
  const completions = ts.createLanguageService(host, registry).getCompletionsAtPosition(file, marked.indexOf('|'), {})
  return completions?.entries.map(({ name }) => name) ?? []
}
