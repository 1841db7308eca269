import type { ProjectConfig } from '@scenewright/model/config'
import { expect, test } from 'vitest'
import { diffSettings } from '../src/index.ts'

const rows: readonly (readonly [string, ProjectConfig, ProjectConfig, readonly string[]])[] = [
  ['an explicit default', {}, { bot: { scenario_clarify_margin: 12 }, preset: 'recommended' }, []],
  ['the explicit default of scenarios', { scenarios: { min_confidence: 78 } }, { scenarios: {} }, []],
  ['another margin', {}, { bot: { scenario_clarify_margin: 20 } }, ['risky bot.scenario_clarify_margin 12 20']],
  [
    'another threshold, and another language',
    { bot: { scenario_clarify_min_confidence: 60 } },
    { bot: { primary_language: 'en' } },
    ['risky bot.scenario_clarify_min_confidence 60 55', 'info bot.primary_language "ru" "en"'],
  ],
  [
    'enabled clarification',
    {},
    { bot: { scenario_clarify_enabled: true } },
    ['risky bot.scenario_clarify_enabled false true'],
  ],
  [
    'another level for a kind of change',
    { diff: { levels: { 'reply-changed': 'risky' } } },
    { diff: { levels: { 'reply-changed': 'off' } } },
    ['risky diff.levels.reply-changed "risky" "off"'],
  ],
  ['a disabled rule', {}, { rules: { 'trigger/*': 'off' } }, ['risky rules.trigger/* undefined "off"']],
  [
    'a disabled rule that keeps its options',
    { rules: { 'text/long': { max: 3 } } },
    { rules: { 'text/long': { level: 'off', max: 3 } } },
    ['risky rules.text/long {"max":3} {"level":"off","max":3}'],
  ],
  ['a rule that is enabled again', { rules: { 'a/b': 'off' } }, {}, ['info rules.a/b "off" undefined']],
  [
    'a rule that is switched off by what remains without its entry',
    { rules: { 'text/*': 'off', 'text/secret': 'error' } },
    { rules: { 'text/*': 'off' } },
    ['risky rules.text/secret "error" undefined'],
  ],
  [
    'an entry that no longer has a level',
    { rules: { '*': 'off', 'text/long': { level: 'error', max: 3 } } },
    { rules: { '*': 'off', 'text/long': { max: 3 } } },
    ['risky rules.text/long {"level":"error","max":3} {"max":3}'],
  ],
  [
    'a group without whose entry one rule is off',
    { rules: { 'text/long': 'off', 'text/*': 'warning' } },
    { rules: { 'text/long': 'off' } },
    ['risky rules.text/* "warning" undefined'],
  ],
  [
    'entries without which no rule is off that was on',
    { rules: { 'a/b': 'error', 'text/*': 'off', 'text/long': 'off' } },
    { rules: { 'text/*': 'off' } },
    ['info rules.a/b "error" undefined', 'info rules.text/long "off" undefined'],
  ],
  [
    'rules of some files that are off again, and others that are not',
    {
      rules: { 'a/b': 'off' },
      overrides: [
        { files: 'x', rules: { 'a/*': 'error' } },
        { files: 'y', rules: { 'c/d': 'error' } },
      ],
    },
    { rules: { 'a/b': 'off' } },
    [
      'risky overrides {"files":"x","rules":{"a/*":"error"}} undefined',
      'info overrides {"files":"y","rules":{"c/d":"error"}} undefined',
    ],
  ],
  [
    'rules of some files that get another level',
    { rules: { 'a/b': 'off' }, overrides: [{ files: 'x', rules: { 'a/b': 'error' } }] },
    { rules: { 'a/b': 'off' }, overrides: [{ files: 'x', rules: { 'a/b': 'warning' } }] },
    [
      'info overrides {"files":"x","rules":{"a/b":"error"}} undefined',
      'info overrides undefined {"files":"x","rules":{"a/b":"warning"}}',
    ],
  ],
  [
    'rules in another order',
    { rules: { 'a/*': 'off', 'a/b': 'error' } },
    { rules: { 'a/b': 'error', 'a/*': 'off' } },
    ['risky rules ["a/*","a/b"] ["a/b","a/*"]'],
  ],
  [
    'rules that are disabled for some files',
    {},
    { overrides: [{ files: '*', rules: { 'a/b': 'off' } }] },
    ['risky overrides undefined {"files":"*","rules":{"a/b":"off"}}'],
  ],
  [
    'a suppressed finding, and one that is no longer suppressed',
    { suppress: [{ rule: 'a/b', files: '*', reason: 'x' }] },
    { suppress: [{ rule: 'a/c', files: '*', reason: 'x' }] },
    [
      'risky suppress undefined {"rule":"a/c","files":"*","reason":"x"}',
      'info suppress {"rule":"a/b","files":"*","reason":"x"} undefined',
    ],
  ],
  [
    'a declared type without fields that is removed, and one that is added',
    { extensions: { nodes: { ASK: {} }, conditions: { KEYWORD: {} } } },
    { extensions: { nodes: { WAIT: {} }, conditions: { KEYWORD: {} } } },
    ['info extensions.nodes.ASK {} undefined', 'info extensions.nodes.WAIT undefined {}'],
  ],
  [
    'a declared type that gets its first field, and one that loses its last',
    { extensions: { nodes: { ASK: {} }, conditions: { KEYWORD: { fields: { word: { type: 'string' } } } } } },
    { extensions: { nodes: { ASK: { waits: true } }, conditions: { KEYWORD: {} } } },
    [
      'info extensions.conditions.KEYWORD.fields.word.type "string" undefined',
      'info extensions.nodes.ASK.waits undefined true',
    ],
  ],
  ['empty sections', {}, { rules: {}, diff: { levels: {} }, extensions: { nodes: {} } }, []],
  [
    'another folder of sources',
    {},
    { sources: ['bot'] },
    ['info sources "scenarios" undefined', 'info sources undefined "bot"'],
  ],
]

test.each(rows)('%s', (_name, base, head, expected) => {
  const changes = diffSettings('scenewright.config.yaml', { config: base }, { config: head })
  expect(
    changes.map(({ kind, level, field, before, after }) => {
      expect(kind).toBe('setting-changed')
      return [level, field, ...[before, after].map(value => JSON.stringify(value) ?? 'undefined')].join(' ')
    }),
  ).toEqual(expected)
})

test('levels apply here too, and a setting is reported at its place', () => {
  const place = () => ({
    file: 'scenewright.config.yaml',
    range: { start: { line: 3, column: 1 }, end: { line: 3, column: 2 } },
  })
  const [base, head] = [{ config: {} }, { config: { bot: { scenario_clarify_margin: 20 } }, place }]
  const [change] = diffSettings('scenewright.config.yaml', base, head, { 'setting-changed': 'breaking' })
  expect(change).toMatchObject({ level: 'breaking', head: place() })
  expect(diffSettings('scenewright.config.yaml', base, head, { 'setting-changed': 'off' })).toEqual([])
})
