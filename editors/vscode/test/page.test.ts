import { expect, test } from 'vitest'
import { previewPage } from '../src/flow-preview/page.ts'

const page = previewPage({
  script: 'https://file.example/flow-preview.js',
  style: 'https://file.example/flow-preview.css',
  source: 'https://file.example',
  nonce: 'f00d',
})

test('the policy of the preview allows its own two files and nothing else', () => {
  const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? []
  expect(policy?.split('; ')).toEqual([
    "default-src 'none'",
    "style-src https://file.example 'nonce-f00d'",
    "script-src 'nonce-f00d'",
    "base-uri 'none'",
    "form-action 'none'",
  ])
})

test('the page of the preview contains no style and no script of its own', () => {
  expect(page.match(/<(script|style|link)[^>]*>/g)).toEqual([
    '<link rel="stylesheet" href="https://file.example/flow-preview.css">',
    '<script nonce="f00d" src="https://file.example/flow-preview.js">',
  ])
  expect(page).not.toMatch(/ style=| on[a-z]+=/)
})
