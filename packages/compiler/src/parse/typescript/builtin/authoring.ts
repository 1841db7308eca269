import { fieldAt, mapping } from '../evaluate/mapping.ts'
import { refuse } from '../evaluate/refusal.ts'
import { type Call, type Field, type MappingValue, scalar, type Value } from '../evaluate/value.ts'
import { argumentAt, mismatch } from '../methods/arguments.ts'
import { builtin, type Members } from './builtin.ts'

/** The name of the module that sources import these from, whether or not it is installed. */
export const authoringModule = 'scenewright'

/** What the module gives: each makes what stands in the place of its call in a YAML source. */
export const authoringMembers: Members = {
  end: builtin(end),
  node: builtin(node),
  reply: builtin(reply),
  scenario: builtin(scenario),
}

/** Marks what the scenario's fields are; a source's scenarios are those that it exports. */
function scenario(call: Call): MappingValue {
  return { ...fieldsAt(call, 0, 'the fields of the scenario'), isScenario: true }
}

function reply(call: Call): Value {
  const { site } = call
  const text = call.args[0] ?? mismatch(call, 0, 'the text of the reply')
  const options = optionsAt(call, 1)
  const twice = options.get('text')
  if (twice !== undefined)
    refuse(twice.key, 'The text of a reply stands before its other fields', { rule: 'source/schema' })
  return mapping(new Map([['text', { ...text, key: text.slot }], ...options]), site)
}

/** `end()` is the scalar END, so that nothing more is said of it than of the word. */
function end(call: Call): Value {
  const type = scalar('END', call.site)
  if (call.args.length === 0) return type
  return mapping(new Map([['type', fieldAt(type, call.site)], ...optionsAt(call, 0)]), call.site)
}

function node(call: Call): Value {
  const type = call.args[0] ?? mismatch(call, 0, 'the type of the node')
  return mapping(new Map([['type', { ...type, key: type.slot }], ...optionsAt(call, 1)]), call.site)
}

function optionsAt(call: Call, index: number): ReadonlyMap<string, Field> {
  const value = argumentAt(call, index)
  const isAbsent = value.kind === 'scalar' && value.data === undefined
  return isAbsent ? new Map() : fieldsAt(call, index, 'an object').fields
}

function fieldsAt(call: Call, index: number, wanted: string): MappingValue {
  const value = argumentAt(call, index)
  return value.kind === 'mapping' ? value : mismatch(call, index, wanted)
}
