import { describe, expect, test } from 'vitest'
import { readRules } from '../src/custom-rules/read-rules.ts'

describe('invalid rules', () => {
  const sound = { scope: 'scenario', id: 'acme/x', level: 'info', summary: 'X.', check: () => {} }

  test.each<[string, unknown, string]>([
    ['not a list', {}, 'list of rules'],
    ['not an object', [7], 'rule 1 of the list must be an object'],
    ['the id of a built-in rule', [{ ...sound, id: 'graph/x' }], '"graph"'],
    ['an invalid id', [{ ...sound, id: 'x' }], '"id"'],
    ['an unknown scope', [{ ...sound, scope: 'source' }], '"scope"'],
    ['no level', [{ ...sound, level: 'off' }], '"level"'],
    ['no summary', [{ ...sound, summary: ' ' }], '"summary"'],
    ['no check', [{ ...sound, check: true }], '"check"'],
    ['a misspelled field', [{ ...sound, option: {} }], 'did you mean "options"'],
    ['an option without a default', [{ ...sound, options: { most: { summary: 'Most.' } } }], '"most"'],
    ['an option without a summary', [{ ...sound, options: { most: { default: 1 } } }], '"most"'],
    ['an option that is a level', [{ ...sound, options: { level: { default: 1, summary: 'L.' } } }], '"level"'],
    ['a duplicate id', [sound, sound], 'two rules "acme/x"'],
  ])('%s', (_name, value, hint) => {
    expect(readRules(value)).toEqual({ fault: expect.stringContaining(hint) })
  })

  test('a rule is returned unchanged', () => {
    const words = { default: ['goodbye'], summary: 'The words of which a reply must have one.' }
    const politeEnd = { ...sound, id: 'acme/polite-end', options: { words } }
    const uniqueTitle = { ...sound, id: 'acme/unique-title', scope: 'project', level: 'error' }
    expect(readRules([sound, politeEnd, uniqueTitle])).toEqual([sound, politeEnd, uniqueTitle])
  })
})
