import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith, scenewright } from './run.ts'

const scenario = (title: string, examples: string, reply: string, more = '') => `title: ${title}
trigger_description: The customer asks about ${title}.
examples: [${examples}]
${more}flow:
  nodes:
    answer: { text: ${reply}, next: done }
    done: END
`
const files = {
  'scenewright.config.yaml': 'bot: { primary_language: en }\n',
  'scenarios/refund.scenario.yaml': scenario('Refund', 'Where is my refund, money back please', 'Five days.'),
  'scenarios/parcel.scenario.yaml': scenario('Parcel', 'Where is my parcel, track a shipment', 'On its way.'),
}
const out = 'scenarios/generated.test.yaml'

async function generated() {
  const cwd = await folderWith(files)
  expect((await scenewright(['test', '--generate', '--out', out], { cwd })).code).toBe(0)
  return { cwd, read: () => readFileSync(join(cwd, out), 'utf8') }
}

test('--force: the file that is replaced does not count as covering', async () => {
  const { cwd, read } = await generated()
  const before = read()
  const { code, stderr } = await scenewright(['test', '--generate', '--out', out, '--force'], { cwd })
  expect([code, stderr, read()]).toEqual([0, `2 conversations and 0 messages written to ${out}\n`, before])
})

test('--force says which tests the file no longer has', async () => {
  const { cwd, read } = await generated()
  const byHand = `triggers:\n  - { starts: refund, messages: [when is the refund there, my refund please] }\n`
  await writeFile(join(cwd, out), `${read()}${byHand}`)
  const { stderr } = await scenewright(['test', '--generate', '--out', out, '--force'], { cwd })
  expect(stderr).toContain(
    'warning: it has 2 tests fewer than before. Removed: "when is the refund there", "my refund please"\n',
  )
})

test('--generate with a mistyped key proposes the right one', async () => {
  const cwd = await folderWith(files)
  const { code, stderr } = await scenewright(['test', '--generate', 'refunt'], { cwd })
  expect(code).toBe(2)
  expect(stderr).toMatch(/"refunt" is neither an existing path nor the key of a scenario\n.*did you mean "refund"/)
})

test('--force names the tests that are gone, also if the file has as many as before', async () => {
  const cwd = await folderWith(files)
  const byHand = `conversations:
  - { name: when is it there, turns: [{ user: where is my refund, expect: { starts: refund } }] }
  - { name: starts refund, turns: [{ user: where is my refund, expect: { starts: refund } }] }
`
  await writeFile(join(cwd, out), byHand)
  const { stderr } = await scenewright(['test', '--generate', '--out', out, '--force'], { cwd })
  expect(stderr).toBe(`2 conversations and 0 messages written to ${out}\nwarning: Removed: "when is it there"\n`)
})

test('--update keeps what a person has changed in a generated test, and renews only what fails', async () => {
  const { cwd, read } = await generated()
  const reviewed = read().replace(
    `    turns:
      - user: Where is my refund
        expect:
          starts: refund
`,
    `    turns:
      # small talk
      - user: hello there
        expect: { starts: none }
      - user: where is MY refund
        expect:
          starts: refund
          confidence: { at_least: 90 }
          exactly: true
`,
  )
  await writeFile(join(cwd, out), reviewed)
  expect((await scenewright(['test'], { cwd })).code).toBe(0)
  expect((await scenewright(['test', '--update'], { cwd })).stderr).toBe(`${out}: unchanged\n`)
  expect(read()).toBe(reviewed)

  const source = files['scenarios/refund.scenario.yaml']
  await writeFile(join(cwd, 'scenarios/refund.scenario.yaml'), source.replace('Five', 'Three'))
  const changed = `${out}: 0 added, 1 changed, 0 removed\n  changed: starts refund\n`
  expect((await scenewright(['test', '--update'], { cwd })).stderr).toBe(changed)
  expect(read()).toBe(reviewed.replace('Five days.', 'Three days.'))
  expect((await scenewright(['test'], { cwd })).code).toBe(0)
  await writeFile(join(cwd, 'scenarios/refund.scenario.yaml'), source.replace('Where is my refund', 'Give it back'))
  expect((await scenewright(['test', '--update'], { cwd })).stderr).toBe(changed)
  expect(read()).toMatch(/- name: starts refund\n {4}turns:\n {6}- user: Give it back\n/)
})

test('--update follows a scenario that is renamed, also after check --fix has changed the expectation', async () => {
  const { cwd, read } = await generated()
  const source = files['scenarios/refund.scenario.yaml']
  await rm(join(cwd, 'scenarios/refund.scenario.yaml'))
  await writeFile(join(cwd, 'scenarios/money.scenario.yaml'), `${source}renamed_from: refund\n`)
  const before = read()
  await scenewright(['check', '--fix'], { cwd })
  expect(read()).toBe(before.replace('starts: refund', 'starts: money'))
  const changed = `${out}: 0 added, 1 changed, 0 removed\n  changed: starts refund\n`
  expect((await scenewright(['test', '--update'], { cwd })).stderr).toBe(changed)
  expect(read()).toBe(before.replaceAll('starts refund', 'starts money').replace('starts: refund', 'starts: money'))
  await rm(join(cwd, 'scenarios/money.scenario.yaml'))
  const removed = `${out}: 0 added, 0 changed, 1 removed\n  removed: starts money\n`
  expect((await scenewright(['test', '--update'], { cwd })).stderr).toBe(removed)
})

test('--update keeps what a person has changed in the test of a renamed scenario, without check --fix first', async () => {
  const { cwd, read } = await generated()
  const source = files['scenarios/refund.scenario.yaml']
  await rm(join(cwd, 'scenarios/refund.scenario.yaml'))
  await writeFile(join(cwd, 'scenarios/money.scenario.yaml'), `${source}renamed_from: refund\n`)
  const byHand = `  - name: mine\n    turns: [{ user: money back please, expect: { starts: refund } }]\n`
  const reviewed = `${read().replace('user: Where is my refund', 'user: where is MY refund')}${byHand}`
  await writeFile(join(cwd, out), reviewed)
  const changed = `${out}: 0 added, 1 changed, 0 removed\n  changed: starts refund\n`
  expect((await scenewright(['test', '--update'], { cwd })).stderr).toBe(changed)
  expect(read()).toBe(reviewed.replace('starts refund', 'starts money').replace('starts: refund', 'starts: money'))
})

test('--update adds a new reply to those of a walk that fails, unless a person has changed them', async () => {
  const { cwd, read } = await generated()
  const reviewed = read().replace('- On its way.', '- contains: On its')
  await writeFile(join(cwd, out), reviewed)
  for (const name of ['refund', 'parcel'] as const) {
    const source = files[`scenarios/${name}.scenario.yaml`]
    const longer = source.replace('next: done }', 'next: more }\n    more: { text: Anything else, next: done }')
    await writeFile(join(cwd, `scenarios/${name}.scenario.yaml`), longer)
  }
  await scenewright(['test', '--update'], { cwd })
  expect(read()).toMatch(/- Five days\.\n *- Anything else\n/)
  expect(read()).toMatch(/- contains: On its\n *ends: true\n/)
  expect((await scenewright(['test'], { cwd })).code).toBe(0)
})

test('--update renews generated tests, and keeps others and comments', async () => {
  const { cwd, read } = await generated()
  const commented = read().replace('  - name: starts refund', '  # reviewed\n  - name: starts refund')
  const byHand = `  - name: by hand # mine
    turns:
      - user: Where is my refund
        expect: { starts: refund, ends: true }
`
  await writeFile(join(cwd, out), `${commented}${byHand}`)
  await writeFile(
    join(cwd, 'scenarios/refund.scenario.yaml'),
    files['scenarios/refund.scenario.yaml'].replace('Five', 'Three'),
  )
  await rm(join(cwd, 'scenarios/parcel.scenario.yaml'))
  await writeFile(join(cwd, 'scenarios/order.scenario.yaml'), scenario('Order', 'cancel my order', 'Canceled.'))
  expect((await scenewright(['test'], { cwd })).code).not.toBe(0)

  const { code, stdout, stderr } = await scenewright(['test', '--update'], { cwd })
  expect([code, stdout, stderr.split('\n')]).toEqual([
    0,
    '',
    [
      `${out}: 1 added, 1 changed, 1 removed`,
      '  added: starts order',
      '  changed: starts refund',
      '  removed: starts parcel',
      '',
    ],
  ])
  expect(read()).toMatchInlineSnapshot(`
    "# Written by scenewright test --generate: what the bot answers now.

    conversations:
      # reviewed
      - name: starts refund
        turns:
          - user: Where is my refund
            expect:
              starts: refund
              walk: [answer, done]
              replies:
                - Three days.
              ends: true
      - name: by hand # mine
        turns:
          - user: Where is my refund
            expect: { starts: refund, ends: true }
      - name: starts order
        turns:
          - user: cancel my order
            expect:
              starts: order
              walk: [answer, done]
              replies:
                - Canceled.
              ends: true
    "
  `)
  expect((await scenewright(['test'], { cwd })).code).toBe(0)
  expect((await scenewright(['fmt', '--check'], { cwd })).code).toBe(0)
  expect((await scenewright(['test', '--update'], { cwd })).stderr).toBe(`${out}: unchanged\n`)
})

test('--update removes a generated message that fails if another test covers it', async () => {
  const parcel = scenario('Parcel', 'track a shipment', 'On its way.', 'exclusions: [fix my bike]\n')
  const cwd = await folderWith({ ...files, 'scenarios/parcel.scenario.yaml': parcel })
  await scenewright(['test', '--generate', '--out', out], { cwd })
  expect(readFileSync(join(cwd, out), 'utf8')).toMatch(
    /starts: none\n {4}tags: \[generated\]\n {4}messages:\n {6}- fix my bike\n/,
  )
  await writeFile(join(cwd, 'scenarios/bike.scenario.yaml'), scenario('Bike', 'fix my bike', 'We fix it.'))
  const { stderr } = await scenewright(['test', '--update'], { cwd })
  expect(stderr).toBe(`${out}: 1 added, 0 changed, 1 removed\n  added: starts bike\n  removed: fix my bike\n`)
  expect(readFileSync(join(cwd, out), 'utf8')).not.toContain('triggers:')
  expect((await scenewright(['test'], { cwd })).code).toBe(0)
})

test('--update removes a generated message whose exclusion is gone, and no message that is written by hand', async () => {
  const refund = scenario('Refund', 'Where is my refund', 'Five days.', 'exclusions: [how do I ask for a refund]\n')
  const cwd = await folderWith({ ...files, 'scenarios/refund.scenario.yaml': refund })
  await scenewright(['test', '--generate', '--out', out], { cwd })
  const byHand = '  - { starts: refund, messages: [money back please] }\n'
  await writeFile(join(cwd, out), `${readFileSync(join(cwd, out), 'utf8')}${byHand}`)
  const changed = scenario('Refund', 'Where is my refund, how can I ask for a refund', 'Five days.')
  await writeFile(
    join(cwd, 'scenarios/refund.scenario.yaml'),
    changed.replace('flow:', 'exclusions: [money back please]\nflow:'),
  )
  const { stderr } = await scenewright(['test', '--update'], { cwd })
  expect(stderr).toBe(
    `${out}: 1 added, 0 changed, 1 removed\n  added: money back please\n  removed: how do I ask for a refund\n`,
  )
  expect(readFileSync(join(cwd, out), 'utf8')).toContain('messages: [money back please]')
  expect((await scenewright(['test'], { cwd })).stdout).toContain('1 failed')
})

test('--update without generated tests is a usage error', async () => {
  const cwd = await folderWith({
    ...files,
    'scenarios/a.test.yaml': 'triggers: [{ starts: none, messages: [weather] }]\n',
  })
  const { code, stderr } = await scenewright(['test', '--update'], { cwd })
  expect([code, stderr.split('\n')[0]]).toEqual([2, 'error: there are no generated tests'])
})
