import { expect, test } from 'vitest'
import { textTest } from '../src/parse/formats.ts'

test.each<[string, boolean]>([
  ["import { tests } from 'scenewright'", true],
  ['import {\n  type Conversation,\n  tests as all,\n} from "scenewright"', true],
  ["import { a } from 'b'\nimport { tests } from 'scenewright'", true],
  ["import { reply } from 'scenewright'", false],
  ["import { testsOf } from 'scenewright'", false],
  ["import { tests } from 'other'", false],
  // In quadratic time, this would take longer than the runner allows.
  [`import { ${'tests '.repeat(500_000)}`, false],
])('a file of tests imports them: %.60s', (text, expected) => {
  expect(textTest('a.test.ts')?.(text)).toBe(expected)
})
