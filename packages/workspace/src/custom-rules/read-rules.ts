import { groupOf, isCustomName } from '@scenewright/checker'
import { isObject } from '@scenewright/model'
import { nearest } from '@scenewright/model/text'
import type { CustomRule } from './custom-rule.ts'

/** The error in a rule or a list of rules. */
export interface RuleFault {
  readonly fault: string
}

/** Checks the exports of a module against the form of a list of rules. */
export function readRules(value: unknown): readonly CustomRule[] | RuleFault {
  if (!Array.isArray(value)) return { fault: 'its default export, or its export "rules", must be a list of rules' }
  const rules: CustomRule[] = []
  for (const [index, item] of value.entries()) {
    const rule = readRule(item)
    if ('fault' in rule) return { fault: `${nameOf(item, index)} ${rule.fault}` }
    if (rules.some(({ id }) => id === rule.id)) return { fault: `it has two rules "${rule.id}"` }
    rules.push(rule)
  }
  return rules
}

/** Checks a value against the form of a rule. */
export function readRule(value: unknown): CustomRule | RuleFault {
  if (!isObject(value)) return { fault: 'must be an object' }
  for (const [field, check] of Object.entries(fields)) {
    const fault = check(value[field])
    if (fault !== undefined) return { fault }
  }
  const unknown = Object.keys(value).find(field => !Object.hasOwn(fields, field))
  // Every field has just been checked.
  if (unknown === undefined) return value as unknown as CustomRule
  const near = nearest(unknown, Object.keys(fields))
  return { fault: `has an unknown field "${unknown}"${near === undefined ? '' : `: did you mean "${near}"?`}` }
}

type FieldCheck = (value: unknown) => string | undefined

const fields: { readonly [field: string]: FieldCheck } = {
  id: idFault,
  scope: oneOf('scope', ['scenario', 'project']),
  level: oneOf('level', ['error', 'warning', 'info']),
  summary: value => (isText(value) ? undefined : 'must describe in "summary" what it finds'),
  check: value => (typeof value === 'function' ? undefined : 'must have a function "check"'),
  options: value => (value === undefined ? undefined : optionsFault(value)),
  docs: value => (value === undefined || isText(value) ? undefined : 'must have a text as "docs", or none'),
  hasFix: value =>
    value === undefined || typeof value === 'boolean' ? undefined : 'must have true as "hasFix", or none',
}

function idFault(id: unknown): string | undefined {
  if (typeof id !== 'string' || !/^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/.test(id)) {
    return 'must have an "id" such as "acme/polite-end": a group and a name, in lower-case letters, digits and dashes'
  }
  return isCustomName(id) ? undefined : `cannot be in the group "${groupOf(id)}", which is Scenewright's own`
}

function oneOf(field: string, allowed: readonly string[]): FieldCheck {
  const wanted = allowed.map(each => `"${each}"`).join(' or ')
  return value => (allowed.some(each => each === value) ? undefined : `must have ${wanted} as "${field}"`)
}

function optionsFault(options: unknown): string | undefined {
  if (!isObject(options)) return 'must have an object as "options", or none'
  for (const [name, option] of Object.entries(options)) {
    if (name === 'level')
      return 'cannot have an option "level", because the config uses that name for the level of a rule'
    if (!isObject(option) || !isText(option.summary)) return `must describe its option "${name}" in a "summary"`
    if (!isOptionValue(option.default)) {
      return `must have as "default" of its option "${name}" a number, a text, a list of texts, true or false`
    }
  }
  return undefined
}

function isOptionValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(item => typeof item === 'string')
  return ['number', 'string', 'boolean'].includes(typeof value)
}

/** Whether a value is a text with more than white space. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

function nameOf(item: unknown, index: number): string {
  return isObject(item) && isText(item.id) ? `the rule "${item.id}"` : `rule ${index + 1} of the list`
}
