import { expect, test } from 'vitest'
import { rulePageUrl, withAbsoluteLinks } from '../src/render/docs-url.ts'

const url = rulePageUrl('graph/trap', '1.2.3')
const docs = 'https://github.com/scenewright/scenewright/blob/v1.2.3/docs/'

test.each([
  ['[a](../../configuration.md)', `[a](${docs}configuration.md)`],
  ['[a](../source/schema.md#b)', `[a](${docs}rules/source/schema.md#b)`],
  ['[a](#below)', `[a](${docs}rules/graph/trap.md#below)`],
  ['[a](https://example.com/x)', '[a](https://example.com/x)'],
  ['two [a](x.md) and [b](y.md)', `two [a](${docs}rules/graph/x.md) and [b](${docs}rules/graph/y.md)`],
  ['```yaml\ntext: "[a](b.md)"\n```\n', '```yaml\ntext: "[a](b.md)"\n```\n'],
])('%j', (page, expected) => {
  expect(withAbsoluteLinks(page, url)).toBe(expected)
})
