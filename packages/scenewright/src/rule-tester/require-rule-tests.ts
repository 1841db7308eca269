import { leadsOut } from '@scenewright/model'
import { isFields } from '../custom-rules/document-value.ts'
import type { RuleTests } from './rule-tests.ts'

const ofSources = ['name', 'yaml', 'sources', 'config']
const ofExpected = ['line', 'column', 'message', 'node', 'scenario', 'file', 'severity']

/** Throws a TypeError for tests in which something would be passed over, so that a misspelt word is no passed test. */
export function requireRuleTests(tests: RuleTests): void {
  const { valid = [], invalid = [] } = tests
  requireFields(tests, 'the tests', ['valid', 'invalid', 'config'])
  if (valid.length + invalid.length === 0) throw new TypeError('the tests need a list "valid" or "invalid" with a case')
  for (const [index, sources] of valid.entries()) {
    if (typeof sources !== 'string') requireSources(sources, `valid[${index}]`, ofSources)
  }
  for (const [index, tried] of invalid.entries()) {
    const title = `invalid[${index}]`
    requireSources(tried, title, [...ofSources, 'expect'])
    if (!Array.isArray(tried.expect) || tried.expect.length === 0) {
      throw new TypeError(`${title} needs a list "expect" of at least one finding`)
    }
    for (const [place, expected] of tried.expect.entries())
      requireFields(expected, `${title}.expect[${place}]`, ofExpected)
  }
}

function requireSources(value: unknown, title: string, fields: readonly string[]): void {
  requireFields(value, title, fields)
  const { yaml, sources = {} } = value
  if (!isFields(sources)) throw new TypeError(`"sources" of ${title} must be an object of texts by their files' names`)
  if (yaml === undefined && Object.keys(sources).length === 0) throw new TypeError(`${title} needs "yaml" or "sources"`)
  const [strange] = Object.keys(sources).filter(file => leadsOut(file))
  if (strange !== undefined) throw new TypeError(`the name "${strange}" in ${title} leads out of the project`)
}

function requireFields(
  value: unknown,
  title: string,
  fields: readonly string[],
): asserts value is { readonly [field: string]: unknown } {
  if (!isFields(value)) throw new TypeError(`${title} must be an object`)
  const strange = Object.keys(value).find(field => !fields.includes(field))
  if (strange !== undefined)
    throw new TypeError(`${title} has an unknown field "${strange}": it may have ${fields.join(', ')}`)
}
