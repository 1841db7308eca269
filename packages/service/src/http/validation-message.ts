import type { FastifySchemaValidationError } from 'fastify/types/schema.js'

/** What is wrong with a request, naming the field. `part` is body, querystring or params. */
export function validationMessage(errors: readonly FastifySchemaValidationError[], part: string): string {
  const [error] = errors
  if (error === undefined) return `The ${part} is not valid.`
  const path = error.instancePath.slice(1).replaceAll('/', '.')
  const where = part === 'querystring' ? 'query' : part
  const { additionalProperty, missingProperty, allowedValues } = error.params
  if (additionalProperty !== undefined) return `The ${where} has an unknown field "${join(path, additionalProperty)}".`
  if (missingProperty !== undefined) return `The ${where} lacks the field "${join(path, missingProperty)}".`
  const wanted = Array.isArray(allowedValues) ? `must be one of ${allowedValues.join(', ')}` : error.message
  return path === '' ? `The ${where} ${wanted}.` : `The field "${path}" of the ${where} ${wanted}.`
}

function join(path: string, name: unknown): string {
  return path === '' ? String(name) : `${path}.${String(name)}`
}
