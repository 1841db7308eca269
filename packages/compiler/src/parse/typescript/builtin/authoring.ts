import { fieldAt, mapping, toField } from '../evaluate/mapping.ts'
import { refuse } from '../evaluate/refusal.ts'
import { type Call, type Field, type MappingValue, scalar, type Value } from '../evaluate/value.ts'
import { argumentAt, mismatch } from '../methods/arguments.ts'
import { builtin, type Members } from './builtin.ts'

/** The name of the module that provides these functions, whether or not it is installed. */
export const authoringModule = 'scenewright'

/** The members of the module: each call creates the value that a YAML source contains instead. */
export const authoringMembers: Members = {
  end: builtin(end),
  node: builtin(node),
  reply: builtin(reply),
  scenario: builtin(scenario),
  tests: builtin(tests),
}

/** Marks the fields of a scenario; a source's scenarios are those that it exports. */
function scenario(call: Call): MappingValue {
  return { ...fieldsAt(call, 0, 'the fields of the scenario'), made: 'scenario' }
}

function tests(call: Call): MappingValue {
  return { ...fieldsAt(call, 0, 'the fields of the tests'), made: 'tests' }
}

function reply(call: Call): Value {
  const fields = new Map<string, Field>()
  const text = call.args[0] ?? mismatch(call, 0, 'the text of the reply')
  fields.set('text', toField(text, text.slot))
  addOptions(fields, call, 1)
  const own = fields.get('text')
  if (own?.value === text.value) return mapping(fields, call.site)
  return refuse(own ?? call.site, 'The text of a reply comes before its other fields', { rule: 'source/schema' })
}

/** `end()` is the scalar END, so that it has only the properties of that word. */
function end(call: Call): Value {
  const type = scalar('END', call.site)
  if (call.args.length === 0) return type
  const fields = new Map([['type', fieldAt(type, call.site)]])
  addOptions(fields, call, 0)
  return mapping(fields, call.site)
}

function node(call: Call): Value {
  const type = call.args[0] ?? mismatch(call, 0, 'the type of the node')
  const fields = new Map([['type', toField(type, type.slot)]])
  addOptions(fields, call, 1)
  return mapping(fields, call.site)
}

function addOptions(fields: Map<string, Field>, call: Call, index: number): void {
  const value = argumentAt(call, index)
  if (value.kind === 'scalar' && value.data === undefined) return
  fieldsAt(call, index, 'an object').fields.forEach((field, name) => {
    fields.set(name, field)
  })
}

function fieldsAt(call: Call, index: number, wanted: string): MappingValue {
  const value = argumentAt(call, index)
  return value.kind === 'mapping' ? value : mismatch(call, index, wanted)
}
