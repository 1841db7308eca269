import { compileText } from '@scenewright/compiler'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Lexer } from 'yaml'
import { edited } from '../../compiler/test/edited.ts'
import { check } from '../src/index.ts'

/** Few, but the same ones each time. */
const seeded = { numRuns: 40, seed: 12 }

const word = fc.constantFrom('room', 'a', "it's", '"so"', 'C#', 'a,', 'b]', 'x.', '\\n', '\u00fc', '- y', '12')
const words = fc.array(word, { minLength: 1, maxLength: 3 }).map(all => `see ${all.join(' ')}`)
const comment = fc.constantFrom('', '', ' #1', ' #', '  #a, b', " #it's", ' #"7"', ' # c', ' #1 # c', ' #TODO')
const line = fc.tuple(words, comment, fc.boolean()).map(([text, behind, isQuoted]) => {
  return `${isQuoted ? JSON.stringify(text) : text}${behind}`
})
const read = fc.oneof(
  fc.tuple(words, comment).map(([text, behind]) => `To ${text.replace(' ', ': ')}${behind}`),
  fc.constantFrom('#1', '#help, please # c', ' #a: b', '# c', 'When: #1', '"why": \'so\' #1'),
)

/** With some of the first lines, the YAML library reads it. */
function sourceOf(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .record({
      examples: fc.array(text, { minLength: 1, maxLength: 4 }),
      replies: fc.array(line, { minLength: 1, maxLength: 3 }),
      start: fc.constantFrom('', '---\n', '# c #1\n'),
      end: fc.constantFrom('\n', '\r\n'),
    })
    .map(({ examples, replies, start, end }) => {
      const items = examples.map(each => `  - ${each}`).join('\n')
      const trigger = `title: t #1\ntrigger_description: w # c\nexamples:\n${items}\n# between`
      const nodes = replies.map((reply, id) => `    n${id}: # of a node\n      text: ${reply}\n      next: n${id + 1}`)
      const flow = `flow:\n  nodes:\n${nodes.join('\n')}\n    n${replies.length}: END #2`
      return `${start}${trigger}\n${flow}\n`.replaceAll('\n', end)
    })
}

async function findingsOf(rule: string, text: string) {
  const compiled = await compileText({ file: 'a.scenario.yaml', key: 'a', text })
  return check({ sources: [compiled], findings: [] }, {}).findings.filter(finding => finding.rule === rule)
}

function commentsOf(text: string): readonly string[] {
  return [...new Lexer().lex(text)].filter(lexeme => lexeme.startsWith('#')).map(lexeme => lexeme.trimEnd())
}

test.each([
  ['text/comment-cut', sourceOf(line)],
  ['source/needs-quotes', sourceOf(read)],
])('a fix of %s changes only its line, and takes away no comment but the rest of the text', async (rule, source) => {
  let fixed = 0
  await fc.assert(
    fc.asyncProperty(source, async text => {
      for (const { range, fixes } of await findingsOf(rule, text)) {
        const [fix] = fixes
        if (fix === undefined) continue
        fixed += 1
        const own = range.start.line - 1
        const before = text.split('\n')
        const after = edited(text, fix.edits).split('\n')
        expect(after.length).toBe(before.length)
        expect(after.flatMap((each, index) => (each === before[index] ? [] : [index]))).toEqual([own])
        const kept = [...commentsOf(text)]
        const [first = '# none'] = commentsOf(before[own] ?? '')
        if (!first.startsWith('# ')) kept.splice(commentsOf(before.slice(0, own).join('\n')).length, 1)
        expect(commentsOf(after.join('\n'))).toEqual(kept)
        const left = await findingsOf(rule, after.join('\n'))
        expect(left.some(each => each.range.start.line - 1 === own)).toBe(false)
      }
    }),
    seeded,
  )
  expect(fixed).toBeGreaterThan(20)
})
