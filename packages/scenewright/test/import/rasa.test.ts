import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderWith, scenewright } from '../run.ts'

/** What the import of a Rasa project of these parts lists, by kind, and its scenarios. */
async function importedFromRasa(domain: string, data: string, others: Record<string, string> = {}) {
  const cwd = await folderWith({ 'bot/domain.yml': domain, 'bot/data.yml': data, ...others })
  const args = ['import', '--from', 'rasa', 'bot', '--out', 'scenarios', '--format', 'json']
  const { omissions, scenarios } = JSON.parse((await scenewright(args, { cwd })).stdout)
  const listed = (kind: string) =>
    omissions.flatMap((each: { kind: string; what: string }) => (each.kind === kind ? [each.what] : []))
  const source = (key: string) => readFileSync(join(cwd, `scenarios/${key}.scenario.yaml`), 'utf8')
  return { listed, scenarios, source, keys: scenarios.map(({ key }: { key: string }) => key) }
}

describe('stories of Rasa', () => {
  const nlu = `nlu:
  - { intent: balance, examples: "- what do I have" }
  - { intent: thanks, examples: "- thank you" }
`
  const responses = 'responses: { utter_login: [{ text: Log in. }], utter_welcome: [{ text: Welcome. }] }\n'
  const storyOf = (...steps: string[]) => `  - { story: s${steps.length}, steps: [${steps.join(', ')}] }\n`
  const welcome = ['{ intent: thanks }', '{ action: utter_welcome }']
  const login = storyOf('{ intent: balance }', '{ action: utter_login }', ...welcome)
  const disagreed = (other: string) => [
    'the story "s4" answers "balance" with utter_login',
    `the story "s5" answers "balance" with ${other}`,
  ]

  test.each([
    [
      'an action',
      ['{ intent: balance }', '{ action: action_show }', '{ action: utter_login }'],
      'action_show, utter_login',
    ],
    [
      'no response',
      ['{ intent: balance }', '{ action: action_show }', '{ action: action_tell }'],
      'action_show, action_tell',
    ],
    [
      'a response if an entity is given',
      ['{ intent: balance, entities: [account] }', '{ action: utter_welcome }', '{ action: action_tell }'],
      'utter_welcome, action_tell',
    ],
  ])('give an intent no reply if another one continues with %s', async (_, steps, other) => {
    const data = `${nlu}stories:\n${login}${storyOf(...steps, ...welcome)}`
    const { listed, keys } = await importedFromRasa(responses, data)
    expect(keys).toEqual(['thanks'])
    expect(listed('story')).toEqual(expect.arrayContaining(disagreed(other)))
    expect(listed('intent')).toEqual(['"balance" with 1 example'])
    expect(listed('response')).toEqual(['"utter_login": "Log in."'])
  })

  test('give a reply if one ends with the message', async () => {
    const data = `${nlu}stories:\n${login}${storyOf(...welcome, '{ intent: balance }')}`
    expect((await importedFromRasa(responses, data)).keys).toEqual(['balance', 'thanks'])
  })

  test('are not used for an intent that a rule answers with an action', async () => {
    const rule = 'rules:\n  - { rule: show, steps: [{ intent: balance }, { action: action_show }] }\n'
    const { listed, keys } = await importedFromRasa(responses, `${nlu}${rule}stories:\n${login}`)
    expect(keys).toEqual(['thanks'])
    expect(listed('action')).toEqual(['the rule "show" runs "action_show"'])
  })

  test.each([
    ['slots', ['{ or: [{ slot_was_set: [a: true] }, { slot_was_set: [b: true] }] }', '{ intent: balance }'], 'slot'],
    ['a form', ['{ or: [{ active_loop: a }, { active_loop: null }] }', '{ intent: balance }'], 'form'],
    ['a message and a slot', ['{ or: [{ intent: balance }, { slot_was_set: [a: true] }] }'], 'slot'],
    ['actions', ['{ or: [{ action: a }, { action: b }] }', '{ intent: balance }'], 'story'],
  ])('give no reply if they depend on alternatives: %s', async (_, steps, kind) => {
    const data = `${nlu}stories:\n${storyOf(...welcome)}${storyOf(...steps, '{ action: utter_login }')}`
    const { listed, keys } = await importedFromRasa(responses, data)
    expect(keys).toEqual(['thanks'])
    expect(listed(kind)).toEqual([expect.stringContaining('has a step "or"')])
  })

  test('have messages, which are listed', async () => {
    const steps = ['{ user: "what do I owe", intent: balance }', '{ action: utter_login }']
    const { listed, keys } = await importedFromRasa(responses, `${nlu}stories:\n${storyOf(...steps)}`)
    expect(keys).toEqual(['balance'])
    expect(listed('story')).toEqual(['the story "s2" has the message "what do I owe"'])
  })
})

test('the fallback of Rasa is listed, also if the domain names it', async () => {
  const domain =
    'intents: [nlu_fallback, hi]\nresponses: { utter_default: [{ text: Sorry. }], utter_hi: [{ text: Hi. }] }\n'
  const rules = ['nlu_fallback', 'hi'].map(
    intent =>
      `  - { rule: ${intent}, steps: [{ intent: ${intent} }, { action: utter_${intent === 'hi' ? 'hi' : 'default'} }] }\n`,
  )
  const { listed, keys } = await importedFromRasa(domain, `rules:\n${rules.join('')}`)
  expect(keys).toEqual(['hi'])
  expect(listed('fallback')).toEqual(['the intent "nlu_fallback" answers what no other intent does: "Sorry."'])
  expect(listed('example')).toEqual(['"hi"'])
})

test('further replies to a retrieval intent of Rasa are listed', async () => {
  const domain = `intents: [faq]
responses:
  utter_faq/name: [{ text: I am Bo. }]
  utter_more: [{ text: Did that help? }]
`
  const data = `nlu:
  - { intent: faq/name, examples: "- who are you" }
rules:
  - { rule: faq, steps: [{ intent: faq }, { action: utter_faq }, { action: utter_more }] }
stories:
  - { story: only faq, steps: [{ intent: faq }, { action: utter_faq }] }
`
  const { listed, keys } = await importedFromRasa(domain, data)
  expect(keys).toEqual(['faq/name'])
  expect(listed('story')).toEqual(['the rule "faq" answers "faq/…" also with utter_more'])
})

test('variables of Rasa are listed, whatever their names are', async () => {
  const text = '{first name}, ticket {ticket-id}, {name!r}, {}'
  const domain = `responses: { utter_hi: [{ text: "${text}" }] }\n`
  const data = 'nlu:\n  - { intent: hi, examples: "- hi" }\n'
  const { listed } = await importedFromRasa(domain, data)
  const variables = ['{first name}', '{ticket-id}', '{name!r}']
  expect(listed('variable')).toEqual(variables.map(each => `${each} in "utter_hi" stays in the text: "${text}"`))
})

test('a folder is read whatever its name is, unless it is a virtual environment', async () => {
  const folders = ['data/models', 'data/venv', '.venv', 'models/models', 'env/lib']
  const nlu = (name: string) => `nlu:\n  - { intent: ${name.replaceAll('/', '-')}, examples: "- hi ${name}" }\n`
  const rules = folders.map(
    name => `  - { rule: r, steps: [{ intent: ${name.replaceAll('/', '-')} }, { action: utter_hi }] }\n`,
  )
  const { listed, keys } = await importedFromRasa(
    'responses: { utter_hi: [{ text: Hello. }] }\n',
    `rules:\n${rules.join('')}`,
    {
      ...Object.fromEntries(folders.map(name => [`bot/${name}/nlu.yml`, nlu(name)])),
      'bot/env/pyvenv.cfg': '',
      'bot/models/20240101.tar.gz': '',
    },
  )
  expect(keys.toSorted()).toEqual(['data-models', 'data-venv', 'models-models', 'venv'])
  expect(listed('file')).toEqual(['not read: "models/20240101.tar.gz"'])
})

test('numbers of Rasa without quotes stay as they are written', async () => {
  const domain = 'responses:\n  utter_zip:\n  - text: 0800123\n'
  const data = 'nlu:\n- intent: zip\n  examples:\n  - text: 01067\n  - 1.10\n  - True\n'
  const { source } = await importedFromRasa(domain, data)
  for (const text of ['01067', '1.10', 'True', '0800123']) expect(source('zip')).toContain(`"${text}"`)
})

describe('a value of Rasa with a wrong shape', () => {
  const domain = 'responses: { utter_hi: { text: Hello. }, utter_bye: [[nested], { text: Bye. }] }\n'
  const data =
    'nlu:\n  - { intent: hi, examples: [{ text: hi }, { txt: hello }, [hey], ok] }\n  - { intent: bye, examples: "- bye" }\n'

  test.each([
    [
      'nlu as a mapping',
      'nlu: { intent: greet, examples: "- hello" }',
      'setting',
      '"nlu" is not a list: "greet | - hello"',
    ],
    ['rules as a mapping', 'rules: { rule: x }', 'setting', '"rules" is not a list: "x"'],
    ['intents as a text', 'intents: greet', 'setting', '"intents" is not a list: "greet"'],
    ['responses as a list', 'responses: [utter_x]', 'setting', '"responses" is not a mapping: "utter_x"'],
    [
      'examples as a mapping',
      'nlu: [{ intent: a, examples: { b: c } }]',
      'setting',
      'examples that are not a list: "c"',
    ],
    ['an entry that is a text', 'nlu: [hello]', 'setting', 'an entry: "hello"'],
    [
      'a rule without steps',
      'rules: [{ rule: x, steps: { intent: hi } }]',
      'story',
      'the rule "x" has no list of steps: "x | hi"',
    ],
  ])('is listed: %s', async (_, text, kind, expected) => {
    const { listed, keys } = await importedFromRasa(domain, data, { 'bot/more.yml': `${text}\n` })
    expect(keys).toEqual(['hi', 'bye'])
    expect(listed(kind)).toContain(expected)
  })

  test('is listed, or read if its meaning is clear', async () => {
    const { listed, scenarios } = await importedFromRasa(domain, data)
    expect(scenarios).toMatchObject([
      { key: 'hi', examples: 2, replies: 1 },
      { key: 'bye', replies: 1 },
    ])
    expect(listed('setting')).toEqual([
      'an example without a text: "hello"',
      'an example without a text: "hey"',
      'a list in "utter_bye": "nested"',
    ])
  })
})

describe('a file that cannot be read', () => {
  const domain = 'responses: { utter_hi: [{ text: Hello. }] }\n'
  const data = 'nlu:\n  - { intent: hi, examples: "- hi" }\n'

  test.each([
    ['a role of Kubernetes', 'kind: Role\nrules:\n- verbs: [get]\n---\nkind: ServiceAccount\n'],
    ['the templates of another tool', 'templates:\n  - {{ name }}\n  a: [\n'],
  ])('is listed if it may be of another tool: %s', async (_, text) => {
    const { listed, keys } = await importedFromRasa(domain, data, { 'bot/deploy.yaml': text })
    expect(keys).toEqual(['hi'])
    expect(listed('file')).toEqual([expect.stringContaining('"deploy.yaml" is not training data: ')])
  })

  test.each([
    ['rules', 'rules:\n- rule: hi\n  steps: [\n'],
    ['examples', 'nlu:\n- intent: hi\n  examples: [\n'],
    ['merge keys', 'responses:\n  utter_a: &a\n  - text: A\n  utter_b:\n    <<: *a\n'],
  ])('stops the import if it has %s of Rasa', async (_, text) => {
    const cwd = await folderWith({ 'bot/domain.yml': domain, 'bot/data.yml': data, 'bot/more.yml': text })
    const { code, stderr } = await scenewright(['import', '--from', 'rasa', 'bot', '--out', 'scenarios'], { cwd })
    expect([code, stderr]).toEqual([2, expect.stringContaining('cannot read "more.yml:')])
  })
})
