import { chargeSteps } from '../evaluate/budget.ts'
import { fieldAt, mapping, toField } from '../evaluate/mapping.ts'
import { refuse } from '../evaluate/refusal.ts'
import { type Call, type Field, type MappingValue, scalar, type Value } from '../evaluate/value.ts'
import { argumentAt, mismatch } from '../methods/arguments.ts'
import { builtin, type Members } from './builtin.ts'
import { withoutUndefined } from './without-undefined.ts'

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
  return { ...withoutUndefined(fieldsAt(call, 0, 'the fields of the scenario'), call.site), made: 'scenario' }
}

function tests(call: Call): MappingValue {
  return { ...withoutUndefined(fieldsAt(call, 0, 'the fields of the tests'), call.site), made: 'tests' }
}

function reply(call: Call): Value {
  const text = call.args[0] ?? mismatch(call, 0, 'the text of the reply')
  const options = optionsAt(call, 1)
  const repeated = options?.get('text')
  if (repeated !== undefined && repeated.value !== text.value) {
    return refuse(repeated, 'The text of a reply comes before its other fields', { rule: 'source/schema' })
  }
  return built(new Map([['text', toField(text, text.slot)]]), call, options)
}

/** `end()` is the scalar END, so that it has only the properties of that word. */
function end(call: Call): Value {
  const type = scalar('END', call.site)
  const options = optionsAt(call, 0)
  return options === undefined ? type : built(new Map([['type', fieldAt(type, call.site)]]), call, options)
}

function node(call: Call): Value {
  const type = call.args[0] ?? mismatch(call, 0, 'the type of the node')
  return built(new Map([['type', toField(type, type.slot)]]), call, optionsAt(call, 1))
}

type Fields = ReadonlyMap<string, Field>

/** The fields of a node: its first ones, and those that a call passes. */
function built(fields: Map<string, Field>, { site }: Call, options: Fields = new Map()): Value {
  chargeSteps(site, options.size)
  options.forEach((field, name) => {
    fields.set(name, field)
  })
  return withoutUndefined(mapping(fields, site), site)
}

/** The fields that a call passes; undefined if it passes none. */
function optionsAt(call: Call, index: number): Fields | undefined {
  const value = argumentAt(call, index)
  return value.kind === 'scalar' && value.data === undefined ? undefined : fieldsAt(call, index, 'an object').fields
}

function fieldsAt(call: Call, index: number, wanted: string): MappingValue {
  const value = argumentAt(call, index)
  return value.kind === 'mapping' ? value : mismatch(call, index, wanted)
}
