import type {
  CustomRule,
  ProjectContext,
  RuleTests,
  ScenarioContext,
  ScenarioReport,
  ScenarioRule,
} from 'scenewright/rule-tester'
import { describe, expect, test } from 'vitest'
import { testRule } from '../src/rule-tester/index.ts'

const yaml = `title: Refund
trigger_description: The customer asks when a refund will arrive.
examples:
  - Where is my refund?
flow:
  nodes:
    wait_time:
      text: A refund takes 3 to 5 business days.
      next: done
    done: END
`

const politeEnd: ScenarioRule = {
  scope: 'scenario',
  id: 'acme/polite-end',
  level: 'warning',
  summary: 'No reply says goodbye.',
  options: { words: { default: ['goodbye'], summary: 'The words of which a reply must have one.' } },
  check({ definition, options, report }: ScenarioContext<{ readonly words: readonly string[] }>) {
    for (const [index, { id, text }] of definition.nodes.entries()) {
      if (typeof text !== 'string' || options.words.some(word => text.includes(word))) continue
      report({ message: `"${id}" ends coldly`, at: ['scenario', 'definition', 'nodes', index, 'text'], node: id })
    }
  },
}

const uniqueTitle: CustomRule = {
  scope: 'project',
  id: 'acme/unique-title',
  level: 'error',
  summary: 'Two scenarios have the same title.',
  check({ scenarios, report }: ProjectContext) {
    const first = new Map<string, string>()
    for (const { key, document } of scenarios) {
      const at = ['scenario', 'title']
      const other = first.get(document.scenario.title)
      if (other === undefined) first.set(document.scenario.title, key)
      else report({ scenario: key, message: 'Taken', at, related: [{ scenario: other, at, message: 'Here' }] })
    }
  },
}

const typescript = `import { end, reply, scenario } from 'scenewright'

export default scenario({
  title: 'Refund',
  trigger_description: 'The customer asks when a refund will arrive.',
  flow: { nodes: { wait: reply('A refund takes 3 to 5 business days.', { next: 'done' }), done: end() } },
})
`

describe('the rule tester', () => {
  test('passes if a rule has the expected findings, in YAML and in TypeScript', async () => {
    const expect = [{ line: 8, column: 13, message: '"wait_time" ends coldly', node: 'wait_time' }]
    await testRule(politeEnd, {
      valid: [
        yaml.replace('days', 'days, goodbye'),
        { yaml, config: { rules: { 'acme/polite-end': { words: ['3'] } } } },
      ],
      invalid: [
        { yaml, expect },
        {
          sources: { 'b.scenario.ts': typescript },
          expect: [{ file: 'b.scenario.ts', scenario: 'b', message: /^"wait"/ }],
        },
        { yaml, config: { preset: 'strict' }, expect: [{ severity: 'error' }] },
      ],
    })
    const sources = { 'a.scenario.yaml': yaml, 'more/b.scenario.ts': typescript }
    await testRule(uniqueTitle, {
      valid: [yaml],
      invalid: [{ sources, expect: [{ file: 'more/b.scenario.ts', scenario: 'more/b', line: 4 }] }],
    })
  })

  test.each<[string, RuleTests, string[]]>([
    ['a finding in a valid case', { valid: [yaml] }, ['valid[0]', '  + example.scenario.yaml:8:13 warning']],
    [
      'another place',
      { invalid: [{ yaml, name: 'cold', expect: [{ line: 7 }] }] },
      ['invalid[0] "cold"', '  - line 7', '  + example'],
    ],
    ['another message', { invalid: [{ yaml, expect: [{ message: /warmly/ }] }] }, ['  - message /warmly/']],
    ['a missing finding', { invalid: [{ yaml, expect: [{ line: 8 }, { line: 9 }] }] }, ['  - line 9']],
    ['a source that does not compile', { valid: ['title: ['] }, ['does not compile', 'example.scenario.yaml:1:']],
  ])('reports the difference: %s', async (_name, tests, hints) => {
    const error: unknown = await testRule(politeEnd, tests).catch((failure: unknown) => failure)
    expect(error).toMatchObject({ name: 'AssertionError', code: 'ERR_ASSERTION' })
    for (const hint of hints) expect(String(error)).toContain(hint)
  })

  test.each<[string, unknown, string]>([
    ['no case', {}, '"valid" or "invalid"'],
    ['a misspelled list', { vaild: [yaml] }, '"vaild"'],
    ['a misspelled expectation', { invalid: [{ yaml, expect: [{ lines: 8 }] }] }, '"lines"'],
    ['an invalid case that expects nothing', { invalid: [{ yaml, expect: [] }] }, '"expect"'],
    ['a case without sources', { valid: [{ name: 'x' }] }, '"sources"'],
    [
      'a source outside of the project',
      { valid: [{ sources: { '../a.scenario.yaml': yaml } }] },
      '"../a.scenario.yaml"',
    ],
  ])('rejects tests that would test nothing: %s', async (_name, tests, hint) => {
    // As somebody writes it whom no types warn.
    await expect(testRule(politeEnd, tests as RuleTests)).rejects.toThrow(hint)
    await expect(testRule(politeEnd, tests as RuleTests)).rejects.toThrow(TypeError)
  })

  test('rejects unknown options of the rule', async () => {
    const config = { rules: { 'acme/polite-end': { word: ['bye'] } } }
    await expect(testRule(politeEnd, { valid: [yaml], config })).rejects.toThrow('"word"')
  })
})

describe('a misbehaving rule gets a clear error', () => {
  const reporting = (report: unknown): ScenarioRule['check'] => {
    // As somebody writes it whom no types warn.
    return (context: ScenarioContext) => context.report(report as ScenarioReport)
  }
  const fix = (change: unknown) => ({ message: 'x', fix: { title: 'Mend', change } })
  const title = ['scenario', 'title']

  test.each<[string, ScenarioRule['check'], string]>([
    [
      'it throws',
      () => {
        throw new Error('boom')
      },
      'failed on "example.scenario.yaml": boom',
    ],
    [
      'it throws undefined',
      () => {
        throw undefined
      },
      'undefined',
    ],
    [
      'it throws a value that cannot be displayed',
      () => {
        throw Object.create(null)
      },
      'cannot be shown',
    ],
    ['it waits', () => Promise.reject(new Error('late')), 'promise'],
    [
      'it catches the error',
      context => {
        try {
          Reflect.apply(context.report, undefined, [{}])
        } catch {}
      },
      '"message"',
    ],
    [
      'it changes a scenario',
      ({ definition }) => Reflect.apply(Array.prototype.pop, definition.nodes, []),
      'failed on',
    ],
    ['a report without a message', reporting({}), '"message"'],
    ['a report that is not an object', reporting(undefined), 'object'],
    ['a misspelled field', reporting({ mesage: 'x' }), 'did you mean "message"'],
    ['a missing item', reporting({ message: 'x', at: ['scenario', 'examples', 1] }), '["scenario","examples",1]'],
    [
      'a field of a missing item',
      reporting({ message: 'x', at: ['scenario', 'none', 'x'] }),
      '["scenario","none","x"]',
    ],
    ['a path that is not a list', reporting({ message: 'x', at: 'title' }), '"at"'],
    ['a missing node', reporting({ message: 'x', node: 'y' }), '"node"'],
    ['a walk over a missing node', reporting({ message: 'x', walk: ['y'] }), '"walk"'],
    ['another scenario', reporting({ message: 'x', scenario: 'b' }), '"scenario"'],
    ['a missing related place', reporting({ message: 'x', related: [{ message: 'y', at: ['x', 'y'] }] }), '["x","y"]'],
    ['a related place without a message', reporting({ message: 'x', related: [{ at: title }] }), '"related"'],
    ['help that is not a text', reporting({ message: 'x', help: 7 }), '"help"'],
    ['a fix that removes no item', reporting(fix({ kind: 'remove', path: title })), '"path"'],
    ['a fix that replaces no text', reporting(fix({ kind: 'replace', path: ['scenario'], text: 'x' })), '"path"'],
    ['a fix without a text', reporting(fix({ kind: 'replace', path: title })), '"text"'],
    ['a fix of another kind', reporting(fix({ kind: 'insert', path: title })), '"kind"'],
    [
      'a fix with a pattern that stops',
      reporting(fix({ kind: 'strip', path: title, characters: /x/u })),
      '"characters"',
    ],
  ])('%s', async (_name, check, hint) => {
    const rule: CustomRule = { scope: 'scenario', id: 'acme/x', level: 'info', summary: 'X.', check }
    const error: unknown = await testRule(rule, { valid: [yaml] }).catch((failure: unknown) => failure)
    expect(error).toMatchObject({ name: 'OperationError', code: 'config' })
    expect(String(error)).toContain(hint)
  })

  test('a missing field has a place, and so has a report without one', async () => {
    const at = (report: ScenarioReport): ScenarioRule => ({ ...politeEnd, check: context => context.report(report) })
    const line = (expected: number) => ({ invalid: [{ yaml, expect: [{ line: expected }] }] })
    await testRule(at({ message: 'x', at: ['scenario', 'definition', 'nodes', 0, 'title'] }), line(7))
    await testRule(at({ message: 'x', node: 'done' }), line(10))
    await testRule(at({ message: 'x' }), line(1))
  })
})
