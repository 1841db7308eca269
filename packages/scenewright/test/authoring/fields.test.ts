import testSchema from '@scenewright/schemas/conversation-test.schema.json' with { type: 'json' }
import schema from '@scenewright/schemas/scenario.schema.json' with { type: 'json' }
import ts from 'typescript'
import { expect, test } from 'vitest'
import { besideTests } from './compile-types.ts'

interface Field {
  readonly name: string
  readonly isOptional: boolean
  readonly text: string
}

const { flow, otherFields, endFields, replyFields, targetFields, edge, condition } = schema.definitions
const { conversation, turn, expectation, table } = testSchema.definitions
const without = (names: readonly string[], properties: object) =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)))

/** The schema of each interface: its properties with their descriptions, and which of them must be there. */
const schemas: readonly [string, { properties: object; required?: readonly string[] }][] = [
  ['ScenarioSource', schema],
  ['DocumentFields', schema.properties.document],
  ['Flow', flow],
  ['Edge', edge],
  ['Target', targetFields],
  ['Condition', condition],
  // The function that makes a node gives its type; an END leads nowhere.
  ['NodeFields', { properties: without(['type'], otherFields.properties) }],
  ['EndFields', { properties: without(['type', 'next'], endFields.properties) }],
  ['TestsSource', testSchema],
  ['TestConversation', conversation],
  ['TestTurn', turn],
  ['Expectation', expectation],
  ['ConfidenceBounds', expectation.properties.confidence],
  ['TestTable', table],
]

test.each(schemas)(
  'the fields of %s are those of the schema, with the same descriptions',
  (name, { properties, required }) => {
    const expected = Object.entries(properties).map(([field, part]) => ({
      name: field,
      isOptional: !required?.includes(field),
      text: descriptionOf(part),
    }))
    expect(fieldsOf(name)).toEqual(expected.sort(byName))
  },
)

test('a reply has the text that the schema describes', () => {
  const file = program.getSourceFile(typesFile)
  expect(file?.text).toContain(`/** ${replyFields.properties.text.description} */\n        readonly text: string;`)
})

const typesFile = besideTests('../../dist/types/authoring/index.d.cts')
const program = ts.createProgram([typesFile], { noLib: true, types: [], noEmit: true })

function fieldsOf(name: string): readonly Field[] {
  const checker = program.getTypeChecker()
  const file = program.getSourceFile(typesFile)
  const declared = file?.statements.find(part => ts.isInterfaceDeclaration(part) && part.name.text === name)
  if (declared === undefined) throw new Error(`no interface ${name}`)
  const fields = checker.getTypeAtLocation(declared).getProperties()
  return fields
    .map(field => ({
      name: field.name,
      isOptional: (field.flags & ts.SymbolFlags.Optional) !== 0,
      text: ts.displayPartsToString(field.getDocumentationComment(checker)).replaceAll(/\s+/g, ' '),
    }))
    .sort(byName)
}

/** A schema's description, or that of the definition that it refers to. */
function descriptionOf(part: { description?: string; $ref?: string }): string {
  const definitions = { ...schema.definitions, ...testSchema.definitions }
  const definition = new Map<string, object>(Object.entries(definitions)).get(part.$ref?.split('/').at(-1) ?? '')
  const text = part.description ?? (definition !== undefined && 'description' in definition && definition.description)
  return String(text)
}

function byName(a: Field, b: Field): number {
  return a.name < b.name ? -1 : 1
}
