import fc from 'fast-check'
import picomatch from 'picomatch'
import { expect, test } from 'vitest'
import { createFileMatcher, findGlobFault } from '../src/file-globs.ts'
import { findRuleProblems } from '../src/index.ts'

const part = fc.constantFrom(
  '*',
  '**',
  '**/',
  '/',
  '?',
  'a',
  'b',
  '.',
  '[ab]',
  '{a,b*}',
  '+(a|b)',
  '*(b)',
  '@(a|b/)',
  '\\*',
)
const globs = fc
  .tuple(fc.constantFrom('', '', '!'), fc.array(part, { minLength: 1, maxLength: 9 }))
  .map(([mark, parts]) => mark + parts.join(''))
const name = fc.array(fc.constantFrom('a', 'b', '*', 'ab', 'a.b'), { minLength: 1, maxLength: 3 })
const paths = fc.array(name, { minLength: 1, maxLength: 4 }).map(names => names.map(each => each.join('')).join('/'))

test('a glob matches the files that it matches in the library', () => {
  let several = 0
  fc.assert(
    fc.property(globs, fc.array(paths, { minLength: 5, maxLength: 5 }), (glob, files) => {
      if ((glob.match(/\*+/g)?.length ?? 0) > 2) several += 1
      const matches = picomatch(glob, { dot: true, windows: false })
      const expected = files.filter(file => matches(file))
      expect([glob, files.filter(createFileMatcher(glob))]).toEqual([glob, expected])
    }),
    { numRuns: 3000, seed: 7 },
  )
  expect(several).toBeGreaterThan(500)
})

test.each([
  ['many stars in a name', `scenarios/${'*a'.repeat(100)}b`, `scenarios/${'a'.repeat(200)}`],
  ['many folders', `scenarios/${'**/a/'.repeat(50)}b`, `scenarios/${'a/'.repeat(100)}a`],
  ['nested groups', '+(+(a))b', 'a'.repeat(200)],
  ['nested groups of stars', '*(*(a)?(a))b', 'a'.repeat(200)],
  ['repeated groups', `${'+(a|aa)'.repeat(20)}b`, 'a'.repeat(200)],
])('a glob with %s takes linear time', (_, glob, file) => {
  expect(createFileMatcher(glob)(file)).toBe(false)
  expect(createFileMatcher([glob, `${file}*`])(file)).toBe(true)
})

test('a glob that cannot be judged in linear time, or that is very long, is a problem at its place', () => {
  const config = {
    overrides: [{ files: ['scenarios/**', '*a*b*!(c)'], rules: {} }],
    suppress: [{ rule: 'graph/trap', files: 'a'.repeat(1001), reason: 'x' }],
  }
  expect(findRuleProblems(config)).toEqual([
    {
      path: ['overrides', 0, 'files', 1],
      message: 'the glob is invalid: it has "!(…)" together with another group, or with more than 2 wildcards',
      help: 'Use several shorter globs.',
    },
    {
      path: ['suppress', 0, 'files'],
      message: 'the glob is invalid: it is longer than 1000 characters',
      help: 'Use several shorter globs.',
    },
  ])
  expect(findGlobFault('')).toBe('it is empty')
  expect(['**/*.scenario.yaml', '!(a)/*', 'a/{b,c}/**/d-*.{e,f}', '!**/*-*-*'].map(findGlobFault)).toEqual(
    Array(4).fill(undefined),
  )
})
