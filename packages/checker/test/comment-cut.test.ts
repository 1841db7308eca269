import { compileText } from '@scenewright/compiler'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Lexer } from 'yaml'
import { edited } from '../../compiler/test/edited.ts'
import { check } from '../src/index.ts'

/** Few, but the same ones each time. */
const seeded = { numRuns: 40, seed: 12 }

const word = fc.constantFrom('room', 'a', "it's", '"so"', 'C#', 'a,', 'b]', 'x.', '\\n', '\u00fc', '- y', '12')
const text = fc.array(word, { minLength: 1, maxLength: 3 }).map(words => `see ${words.join(' ')}`)
const mark = fc.constantFrom('', '', ' #1', ' #', '  #a, b', " #it's", ' #"7"', ' # c', ' #1 # c', ' #TODO')
const line = fc.tuple(text, mark, fc.boolean()).map(([words, comment, isQuoted]) => {
  return `${isQuoted ? JSON.stringify(words) : words}${comment}`
})

/** With the first line, the YAML library reads it. */
const source = fc
  .record({
    examples: fc.array(line, { minLength: 1, maxLength: 4 }),
    replies: fc.array(line, { minLength: 1, maxLength: 3 }),
    start: fc.constantFrom('', '---\n', '# c #1\n'),
    end: fc.constantFrom('\n', '\r\n'),
  })
  .map(({ examples, replies, start, end }) => {
    const nodes = replies.map(
      (reply, index) => `    n${index}:${' # of a node'}\n      text: ${reply}\n      next: n${index + 1}`,
    )
    const trigger = `title: t #1\ntrigger_description: w # c\nexamples:\n${examples.map(each => `  - ${each}`).join('\n')}`
    const written = `${start}${trigger}\n# between\nflow:\n  nodes:\n${nodes.join('\n')}\n    n${replies.length}: END #2\n`
    return written.replaceAll('\n', end)
  })

async function findCuts(text: string) {
  const compiled = await compileText({ file: 'a.scenario.yaml', key: 'a', text })
  expect(compiled.findings).toEqual([])
  const { findings } = check({ sources: [compiled], findings: [] }, {})
  return findings.filter(({ rule }) => rule === 'text/comment-cut')
}

function commentsOf(text: string): readonly string[] {
  return [...new Lexer().lex(text)].filter(lexeme => lexeme.startsWith('#')).map(lexeme => lexeme.trimEnd())
}

test('a fix of a cut text changes only its line, and takes only its comment away', async () => {
  let fixed = 0
  await fc.assert(
    fc.asyncProperty(source, async text => {
      for (const { range, fixes } of await findCuts(text)) {
        const [fix] = fixes
        if (fix === undefined) continue
        fixed += 1
        const [lines, after] = [text.split('\n'), edited(text, fix.edits).split('\n')]
        const changed = after.flatMap((each, index) => (each === lines[index] ? [] : [index + 1]))
        expect([after.length, changed]).toEqual([lines.length, [range.start.line]])
        const before = lines[range.start.line - 1] ?? ''
        const [comment = ''] = commentsOf(before)
        const kept = [...commentsOf(text)]
        kept.splice(commentsOf(lines.slice(0, range.start.line - 1).join('\n')).length, 1)
        expect(commentsOf(after.join('\n'))).toEqual(kept)
        expect(comment).toMatch(/^#(?! )/)
        expect((await findCuts(after.join('\n'))).some(each => each.range.start.line === range.start.line)).toBe(false)
      }
    }),
    seeded,
  )
  expect(fixed).toBeGreaterThan(20)
})
