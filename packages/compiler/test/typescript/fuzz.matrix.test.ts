import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byTier } from '../../../../test/tier.ts'
import { expressions, prelude } from './expressions.ts'
import { parseSource } from './front-end.ts'

// What a source must never do: here it tells what the evaluator has to come to.
const run = new Function('expression', `${prelude}\nreturn eval('(' + expression + ')')`)

test('evaluation gives the same result as execution, and most of the language is evaluated', async () => {
  let [accepted, sound] = [0, 0]
  await fc.assert(
    fc.asyncProperty(expressions.any, async expression => {
      const ran = outcomeOf(expression)
      const evaluated = await evaluatedOf(expression)
      if (ran !== undefined && isDocument(ran.v)) sound += 1
      if (evaluated === undefined) return
      accepted += 1
      expect(evaluated).toBe(JSON.stringify(ran))
    }),
    chance(byTier({ once: 80, full: 800 })),
  )
  expect(accepted / sound).toBeGreaterThan(0.8)
})

test('any text is parsed to a tree or to problems', async () => {
  const words = fc.constantFrom(
    ...'export default scenario ( { a : [ ...x , reply ) } ] => const = "t" `\u0024{ ?. ? . ! 1 function return if enum import * from "./b.ts" ; class { } / < 0x'.split(
      ' ',
    ),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(words, { maxLength: 40 }), async soup => {
      const { roots, problems } = await parseSource(`import { scenario, reply } from 'scenewright'\n${soup.join(' ')}`)
      expect(roots.length > 0).toBe(problems.length === 0)
    }),
    chance(byTier({ once: 80, full: 1000 })),
  )
})

/** So many runs, the same each time; where SCENEWRIGHT_RUNS says how many, other ones each time. */
function chance(runs: number): { numRuns: number; seed?: number } {
  const wanted = process.env.SCENEWRIGHT_RUNS
  return wanted === undefined ? { numRuns: runs, seed: 8 } : { numRuns: Number(wanted) }
}

/** What running an expression gives; undefined if it throws. */
function outcomeOf(expression: string): { readonly v: unknown; readonly t: string } | undefined {
  try {
    const value: unknown = run(expression)
    return { v: value, t: typeof value }
  } catch {
    return undefined
  }
}

/** What evaluating it gives, as JSON; undefined if it is refused. */
async function evaluatedOf(expression: string): Promise<string | undefined> {
  const text = `${prelude}\nexport default scenario({ v: ${expression}, t: typeof ${expression} })`
  const { roots } = await parseSource(`import { scenario } from 'scenewright'\n${text}`)
  return roots[0] === undefined ? undefined : JSON.stringify(roots[0].node.value)
}

/** Whether a document can hold a value. */
function isDocument(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(item => item !== undefined && isDocument(item))
  if (typeof value !== 'object' || value === null) return typeof value !== 'function'
  return Object.values(value).every(isDocument)
}
