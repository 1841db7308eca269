// Untrusted data is processed in a thread that can be terminated: a schema or a response may take forever. Plain
// JavaScript, because Node 20 cannot read TypeScript in a worker; bundled into one file next to the bundle.
import { parentPort } from 'node:worker_threads'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { pickField } from './pick-field.mjs'

/** @typedef {{ schema: string, args?: string } | { text: string, path: string }} Task without arguments, the schema alone is looked at */

/** The maximum number of cached schemas. */
const maxKept = 100
/** The longest reason, in characters. */
const longestReason = 500

/** @type {Map<string, import('ajv').ValidateFunction & { ajv: Ajv }>} the last used one last */
const kept = new Map()

parentPort.on('message', task => parentPort.postMessage('text' in task ? pickField(task.text, task.path) : check(task)))
parentPort.postMessage('ready')

/** @param {{ schema: string, args?: string }} task */
function check({ schema, args }) {
  try {
    const validate = validatorOf(schema)
    if (args === undefined) checkSkipped(validate.ajv, validate.schema)
    if (args === undefined || validate(JSON.parse(args))) return {}
    const [error] = validate.errors
    return { fault: `${error.instancePath.slice(1)} ${error.message}`.trim().slice(0, longestReason) }
  } catch (error) {
    return { fault: error.message.slice(0, longestReason) }
  }
}

/** @param {string} schema */
function validatorOf(schema) {
  const validate = kept.get(schema) ?? compile(JSON.parse(schema))
  kept.delete(schema)
  kept.set(schema, validate)
  const [oldest] = kept.keys()
  if (kept.size > maxKept) kept.delete(oldest)
  return validate
}

/**
 * A separate instance for each schema, because ids must not be shared. Nothing is fetched. `$async` is no keyword of JSON
 * Schema: with it, a check would give a promise.
 */
function compile({ $schema = '', $async: _async, ...schema }) {
  // Without `ownProperties`, an absent argument named like an inherited property, such as toString, would be a function.
  const options = { strict: false, validateFormats: true, logger: false, ownProperties: true }
  const ajv = String($schema).includes('2020-12') ? new Ajv2020(options) : new Ajv(options)
  addFormats(ajv)
  return Object.assign(ajv.compile(schema), { ajv })
}

/** Keywords with a schema, or a list of schemas. */
const schemaKeywords = [
  ...['additionalItems', 'additionalProperties', 'allOf', 'anyOf', 'contains', 'else', 'if', 'items', 'not', 'oneOf'],
  ...['prefixItems', 'propertyNames', 'then', 'unevaluatedItems', 'unevaluatedProperties'],
]
/** Keywords with schemas by name. */
const mapKeywords = ['$defs', 'definitions', 'dependencies', 'dependentSchemas', 'patternProperties', 'properties']

/**
 * Throws for what compiling skips because it has no effect, and other readers of the schema may not: the definitions
 * that nothing refers to, and wrong patterns. Only a new schema is checked: earlier ones may be in use.
 *
 * @param {Ajv} ajv
 * @param {object} root
 */
function checkSkipped(ajv, root) {
  const key = 'arguments'
  if (ajv.getSchema(key) === undefined) ajv.addSchema(root, key)
  /** @type {(readonly [schema: object, pointer: string])[]} */
  const waiting = [[root, '']]
  for (const [schema, pointer] of waiting) {
    for (const pattern of [schema.pattern ?? '', ...Object.keys(schema.patternProperties ?? {})]) {
      new RegExp(pattern, 'u')
    }
    if (/\/(definitions|\$defs)\/[^/]*$/.test(pointer)) ajv.getSchema(`${key}#${pointer}`)
    for (const keyword of schemaKeywords) {
      const list = Array.isArray(schema[keyword])
      for (const [at, inner] of (list ? schema[keyword] : [schema[keyword]]).entries()) {
        if (isSchema(inner)) waiting.push([inner, `${pointer}/${keyword}${list ? `/${at}` : ''}`])
      }
    }
    for (const keyword of mapKeywords) {
      for (const [name, inner] of Object.entries(schema[keyword] ?? {})) {
        const part = encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
        if (isSchema(inner)) waiting.push([inner, `${pointer}/${keyword}/${part}`])
      }
    }
  }
}

/** Not a boolean, and not the list of names of a dependency. */
function isSchema(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
