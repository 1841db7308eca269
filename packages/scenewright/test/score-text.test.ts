import type { Reason, ScenarioScore } from '@scenewright/simulator'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Scored, scoreText } from '../src/render/score-text.ts'

const look = { color: false, width: 100, scoredBy: 'the offline scorer' }

function score(scenario: string, confidence: number, ...reasons: readonly Reason[]): ScenarioScore {
  return { scenario, confidence, min_confidence: 78, reasons }
}

const example: Reason = { kind: 'example', text: 'Where is my refund?', weight: 0.5 }
const lowering: Reason = { kind: 'exclusion', text: 'How do I ask for it?', weight: 0.25 }
const word: Reason = { kind: 'word', text: 'refund', weight: 0.4 }

const refund: Scored = {
  message: 'my refund',
  decision: { kind: 'start', scenario: 'billing/refund' },
  scores: [
    score('billing/refund', 90, example, lowering, word),
    score('orders', 20, { ...example, text: 'Where is my order?' }, word),
    score('hours', 0),
    {
      ...score('billing/request', 0, { kind: 'exact-exclusion', text: 'My refund?', weight: 1 }),
      excluded: 'My refund?',
    },
  ],
}

describe('a table of scores', () => {
  test('explains the score that decided, and shows the nearest text of the others', () => {
    expect(scoreText(refund, look)).toMatchInlineSnapshot(`
      ""my refund"  starts billing/refund
        billing/refund   ██████████████████░░   90.0 of 78
            example      0.50 ███░░ "Where is my refund?"
            lowered by   0.25 █░░░░ "How do I ask for it?"
            words        refund 0.40
        orders           ████░░░░░░░░░░░░░░░░   20.0 of 78   example "Where is my order?"
        billing/request  ░░░░░░░░░░░░░░░░░░░░    0.0 of 78
            out, equals  "My refund?"
        and 1 with nothing in common
        (confidence of the offline scorer; it approximates the service's own matching)
      "
    `)
  })

  test('fits a narrow terminal', () => {
    expect(scoreText(refund, { ...look, width: 40 })).toMatchInlineSnapshot(`
      ""my refund"  starts billing/refund
        billing/refund
          █████████░   90.0 of 78
            example      0.50 "Where is my
                              refund?"
            lowered by   0.25 "How do I ask
                              for it?"
            words        refund 0.40
        orders
          ██░░░░░░░░   20.0 of 78
        billing/request
          ░░░░░░░░░░    0.0 of 78
            out, equals  "My refund?"
        and 1 with nothing in common
        (confidence of the offline scorer; it
        approximates the service's own
        matching)
      "
    `)
  })

  test('names the model of the scores', () => {
    expect(scoreText(refund, { ...look, scoredBy: 'the model "small"' })).toContain('(confidence of the model "small";')
  })

  test('explains the topics that the bot would offer to a customer', () => {
    const scores = Array.from({ length: 20 }, (_score, place) => score(`s${place}`, 60 - 2 * place, example, word))
    const text = scoreText({ message: 'm', decision: { kind: 'clarify', candidates: ['s0', 's1'] }, scores }, look)
    expect(text.match(/words /g)).toHaveLength(5)
    expect(text.split('\n')).toHaveLength(1 + 20 + 2 * 5 + 2)
  })

  test('has color only if wanted, and the same text', () => {
    const colored = scoreText(refund, { ...look, color: true })
    expect(colored).toContain('\u001b[')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one.
    expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(scoreText(refund, look))
  })
})

const text = fc.oneof(fc.string({ maxLength: 60 }), fc.lorem({ maxCount: 20 }))
const reasons = fc.array(
  fc.record({
    kind: fc.constantFrom('example' as const, 'description' as const, 'exclusion' as const, 'word' as const),
    text,
    weight: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { maxLength: 6 },
)
const scored: fc.Arbitrary<Scored> = fc.record({
  message: text,
  decision: fc.constantFrom(
    { kind: 'none' as const },
    { kind: 'start' as const, scenario: 'a/b' },
    { kind: 'clarify' as const, candidates: ['a/b', 'some/longer/key-of-a-scenario'] },
  ),
  scores: fc.array(
    fc.record({
      scenario: fc.constantFrom('a/b', 'some/longer/key-of-a-scenario', 'x'.repeat(70)),
      confidence: fc.integer({ min: 0, max: 1000 }).map(tenths => tenths / 10),
      min_confidence: fc.integer({ min: 50, max: 100 }),
      reasons,
    }),
    { maxLength: 6 },
  ),
})

test('no line is longer than the terminal, or contains cursor movements', () => {
  fc.assert(
    fc.property(scored, fc.integer({ min: 40, max: 200 }), (given, width) => {
      for (const line of scoreText(given, { ...look, width }).split('\n')) {
        expect([...line].length).toBeLessThanOrEqual(width)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: it is they that must not be there.
        expect(line).not.toMatch(/[\u0000-\u001f\u007f]/)
      }
    }),
  )
})
