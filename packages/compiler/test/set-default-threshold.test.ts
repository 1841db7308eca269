import { expect, test } from 'vitest'
import { setDefaultThreshold } from '../src/index.ts'

test.each([
  ['an empty config', '', 'scenarios:\n  min_confidence: 72\n'],
  ['a config without it', '# ours\nbot: {} # b', '# ours\nbot: {} # b\nscenarios:\n  min_confidence: 72\n'],
  ['another value', 'scenarios:\n  min_confidence: 80 # why\n', 'scenarios:\n  min_confidence: 72 # why\n'],
  ['braces', 'scenarios: { min_confidence: 80 } # why\n', 'scenarios: { min_confidence: 72 } # why\n'],
  ['empty braces', 'scenarios: {}\nbot: {}\n', 'scenarios: { min_confidence: 72 }\nbot: {}\n'],
  ['CRLF', 'bot: {}\r\n', 'bot: {}\r\nscenarios:\r\n  min_confidence: 72\r\n'],
])('the default threshold is set in %s', async (_, before, after) => {
  expect(await setDefaultThreshold(before, 72)).toBe(after)
})

test.each([
  ['no YAML', 'a: [\n'],
  ['a list', '- a\n'],
  ['a config in braces', '{ bot: {} }\n'],
  ['an ended document', 'bot: {}\n...\n'],
  ['an alias', 'a: &n 80\nscenarios: { min_confidence: *n }\n'],
])('it is not set in %s', async (_, text) => {
  expect(await setDefaultThreshold(text, 72)).toBeUndefined()
})
