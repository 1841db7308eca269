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

/** @type {Map<string, import('ajv').ValidateFunction>} the last used one last */
const kept = new Map()

parentPort.on('message', task => parentPort.postMessage('text' in task ? pickField(task.text, task.path) : check(task)))
parentPort.postMessage('ready')

/** @param {{ schema: string, args?: string }} task */
function check({ schema, args }) {
  try {
    const validate = validatorOf(schema)
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

/** A separate instance for each schema, because ids must not be shared. Nothing is fetched. */
function compile({ $schema = '', ...schema }) {
  const options = { strict: false, validateFormats: true, logger: false }
  const ajv = String($schema).includes('2020-12') ? new Ajv2020(options) : new Ajv(options)
  addFormats(ajv)
  return ajv.compile(schema)
}
