import type { ProjectConfig, RuleSettings } from '@scenewright/model/config'
import { expect, test } from 'vitest'
import { findRuleProblems, type Rule, rules } from '../src/index.ts'

const quiet: Rule = {
  scope: 'scenario',
  id: 'acme/polite-end',
  level: 'warning',
  summary: 'The last reply is not polite.',
  options: { words: { default: ['bye'], summary: 'The polite words.' } },
  check: () => {},
}

test.each<[RuleSettings, string[]]>([
  [{ 'graph/trap': 'off', 'graph/*': 'error', '*': 'info', 'graph/complexity': { level: 'off', max_nodes: 3 } }, []],
  [{ 'weather/sunny': 'off' }, ['weather/sunny']],
  [{ 'graph/trpa': 'off' }, ['graph/trpa Did you mean "graph/trap"?']],
  [{ 'grahp/*': 'off' }, ['grahp/* Did you mean "graph/*"?']],
  [{ grahp: 'off' }, ['grahp Did you mean "graph/*"?']],
  [{ graph: 'off' }, ['graph Did you mean "graph/*"?']],
  [{ 'dead-end': 'off' }, ['dead-end Did you mean "graph/dead-end"?']],
  [{ 'source/dead-end': 'off' }, ['source/dead-end Did you mean "graph/dead-end"?']],
  [{ 'flow/shadowed-edg': 'off' }, ['flow/shadowed-edg Did you mean "graph/shadowed-edge"?']],
  [{ 'graph/complexity': { max_node: 3 } }, ['graph/complexity Did you mean "max_nodes"?']],
  [{ 'graph/complexity': { most: 3 } }, ['graph/complexity It has "level", "max_nodes".']],
  [{ 'graph/complexity': { max_nodes: '3' } }, ['graph/complexity']],
  [{ 'graph/trap': { max_nodes: 3 } }, ['graph/trap It has "level".']],
  [{ 'acme/polite-end': 'off' }, ['acme/polite-end']],
  [{ 'source/*': 'off', 'source/syntax': 'error', 'source/placeholder': 'off' }, []],
  [{ 'source/syntax': 'off' }, ['source/syntax Remove the entry, and fix the findings.']],
  [{ 'source/schema': { level: 'warning' } }, ['source/schema Remove the entry, and fix the findings.']],
  [JSON.parse('{ "__proto__": "off", "graph/trap": { "__proto__": 1 } }'), ['__proto__', 'graph/trap It has "level".']],
])('config entries for unknown rules: %j', (settings, expected) => {
  expect(found({ rules: settings }, 'rules')).toEqual(expected)
  const overrides = [
    { files: '**', rules: {} },
    { files: 'a/**', rules: settings },
  ]
  expect(found({ overrides }, 'overrides.1.rules')).toEqual(expected)
})

test('the names of custom rules are accepted before the rules are loaded', () => {
  const config: ProjectConfig = {
    custom_rules: './rules.mjs',
    rules: { 'acme/polite-ends': 'off', 'acme/*': 'error', 'graph/acme': 'off' },
  }
  expect(found(config, 'rules')).toEqual(['graph/acme'])
  expect(found(config, 'rules', [...rules, quiet])).toEqual([
    'acme/polite-ends Did you mean "acme/polite-end"?',
    'graph/acme',
  ])
})

test('the options of a custom rule are checked against its declared options', () => {
  const config: ProjectConfig = { rules: { 'acme/polite-end': { level: 'off', words: ['bye'], word: 1 } } }
  expect(found(config, 'rules', [...rules, quiet])).toEqual(['acme/polite-end Did you mean "words"?'])
})

/** Each problem's name and help, all of them at that place of the config. */
function found(config: ProjectConfig, place: string, known?: readonly Rule[]): string[] {
  return findRuleProblems(config, known).map(({ path, help }) => {
    const name = String(path.at(-1))
    expect(path.join('.')).toBe(`${place}.${name}`)
    return help === undefined ? name : `${name} ${help}`
  })
}
