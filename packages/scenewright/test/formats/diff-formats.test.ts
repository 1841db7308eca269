import { type ComparedScenario, diffScenarios } from '@scenewright/differ'
import { describe, expect, test } from 'vitest'
import { loadHtml } from '../../src/commands/diff/formats/html.ts'
import { markdown } from '../../src/commands/diff/formats/markdown.ts'
import { text } from '../../src/commands/diff/formats/text.ts'

const context = { folder: 'bots/shop/', color: false }

function scenario(key: string, title: string, reply: string): ComparedScenario {
  const nodes = [{ id: 'a\nb', type: 'FIXED_REPLY', text: reply }]
  const definition = { start_node_id: 'a\nb', nodes, edges: [] }
  const fields = { title, trigger_description: reply, examples: [reply], definition }
  return { key, isActive: true, document: { format: 'service.bot-scenario', schema_version: 2, scenario: fields } }
}

function report(scenarios: number, title: string, replies: readonly [string, string]) {
  const side = (reply: string) => Array.from({ length: scenarios }, (_, index) => scenario(`k${index}`, title, reply))
  const compared = { base: side(replies[0]), head: side(replies[1]) }
  const start = { kind: 'start', scenario: title, replies: [title] } as const
  const none = { kind: 'none', replies: [] } as const
  return {
    base: title,
    head: title,
    scenarios: diffScenarios(compared.base, compared.head),
    compared,
    behavior: Array.from({ length: scenarios }, () => ({
      message: title,
      before: start,
      after: none,
    })),
  }
}

describe('a comment never exceeds the limit of GitHub', () => {
  test.each([
    ['few scenarios that say much', 3, '&'.repeat(5000), ['<'.repeat(20_000), '> '.repeat(20_000)]],
    ['many that say little', 2000, 'A', ['yes', 'no']],
    ['many that say much', 60, '&'.repeat(5000), ['& '.repeat(2000), '< '.repeat(2000)]],
  ] as const)('%s', (_name, scenarios, title, replies) => {
    const comment = markdown(report(scenarios, title, replies), context)
    expect(comment.length).toBeLessThanOrEqual(65_536)
    expect(comment).toContain(`${scenarios} scenarios differ`)
    expect(comment.match(/<details/g)?.length).toBe(comment.match(/<\/details>/g)?.length)
  })
})

test('omissions in a comment are listed with their length and place', () => {
  const nodes = (text: string) =>
    Array.from({ length: 30 }, (_, index) => ({ id: `n${index}`, type: 'FIXED_REPLY', text: `${index} ${text}` }))
  const side = (text: string): ComparedScenario => {
    const definition = { start_node_id: 'n0', nodes: nodes(text), edges: [] }
    const fields = { title: 'A', trigger_description: 'B', examples: [], definition }
    const range = { start: { line: 7, column: 1 }, end: { line: 7, column: 2 } }
    const place = () => ({ file: 'scenarios/a.scenario.yaml', range })
    const document = { format: 'service.bot-scenario', schema_version: 2, scenario: fields } as const
    return { key: 'a', document, map: { place, sourceField: place } }
  }
  const whole = (length: number) => {
    const compared = { base: [side('old')], head: [side('new '.repeat(length))] }
    const scenarios = diffScenarios(compared.base, compared.head)
    return markdown({ base: 'a', head: 'b', scenarios, behavior: [], compared }, context)
  }
  const short = whole(300)
  expect(short.match(/new new/g)?.length).toBeGreaterThan(30 * 100)
  expect(short).not.toContain('characters more')
  const long = whole(1000)
  expect(long.length).toBeLessThanOrEqual(65_536)
  expect(long).toMatch(
    /- 29 changes with 1\d{5} characters more, from <code>bots\/shop\/scenarios\/a\.scenario\.yaml:7<\/code> on;/,
  )
})

test('no text of a source moves the cursor, starts a line or adds markup', () => {
  const hostile = report(1, 'T\u001b[2J\n# big', ['<img src=x> @all', '</details> | `x`\nnew'])
  const shown = text(hostile, context)
  expect(shown).not.toContain('\u001b')
  expect(shown.split('\n').filter(line => /^[^ ~\n]/.test(line))).toEqual(['Messages with a different answer'])
  const comment = markdown(hostile, context)
  expect(comment).not.toMatch(/<img|\n# big|@all|<\/details> \|/)
  expect(comment).toContain('```mermaid\n')
})

describe('every format shows what differs in texts that look equal', () => {
  test.each([
    ['a no-break space', 'hello world', 'hello\u00a0world', 'hello\\u0020world', 'hello\\u00a0world'],
    ['a space at the end', 'hello', 'hello ', 'hello', 'hello\\u0020'],
    ['a tab', 'a\tb', 'a b', 'a\\u0009b', 'a\\u0020b'],
    ['an accent of its own', 'caf\u00e9', 'cafe\u0301', 'caf\\u00e9', 'cafe\\u0301'],
    ['another word, too', 'It is  14', 'It is 15', '14', '15'],
  ])('%s', async (_name, before, after, was, is) => {
    const html = await loadHtml()
    const changed = report(1, 'A', [before, after])
    expect(text(changed, context)).toContain(`[-${was}-]{+${is}+}`)
    expect(html(changed, context)).toContain(`<del>${was}</del><ins>${is}</ins>`)
    const [gone, come] = [was, is].map(each => each.replace('\\', '\\\\'))
    expect(markdown(changed, context)).toContain(`<del>${gone}</del><ins>${come}</ins>`)
  })

  test('of examples, and of texts with lines', async () => {
    const changed = report(1, 'A', ['a\r\nb', 'a\nb\n'])
    expect(text(changed, context)).toContain('removed example: "a\\u000d b"')
    expect(text(changed, context)).toContain('new example: "a b\\u000a"')
    expect(markdown(changed, context)).toContain(
      '<del>a\\\\u000d</del><br><del>b</del><ins>a</ins><br><ins>b\\\\u000a</ins>',
    )
    const broken = report(1, 'A', ['a b', 'a\nb'])
    expect(markdown(broken, context)).toContain('<del>a b</del><ins>a</ins><br><ins>b</ins>')
  })
})
