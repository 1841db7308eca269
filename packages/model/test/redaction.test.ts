import { expect, test } from 'vitest'
import { createRedaction } from '../src/redaction.ts'

const email = 'team@example.com'
const apiKey = 'sk/Live "4f0c"+'
const encoded = Buffer.from(`${email}:${apiKey}`).toString('base64')

test.each([
  ['the key', `bad key ${apiKey}.`, 'bad key [redacted].'],
  ['in JSON', JSON.stringify({ message: apiKey }), '{"message":"[redacted]"}'],
  ['in an address', `/?key=${encodeURIComponent(apiKey)}`, '/?key=[redacted]'],
  ['as Basic authorization', `Basic ${encoded}`, 'Basic [redacted]'],
  ['the whole key before a cut', `bad ${apiKey} ... (9`, 'bad [redacted] ... (9'],
  [
    'its beginning before a cut',
    `bad ${apiKey.slice(0, 9)} ... (900 characters)`,
    'bad [redacted] ... (900 characters)',
  ],
  ['the authorization before a cut', `Basic ${encoded.slice(0, 20)} ... (9`, 'Basic [redacted] ... (9'],
  ['its beginning elsewhere', `about ${apiKey.slice(0, 9)}`, `about ${apiKey.slice(0, 9)}`],
  ['two letters of it before a cut', 'ask ... (9', 'ask ... (9'],
])('redacts %s', (_, text, expected) => {
  expect(createRedaction(email, apiKey, ' ... (')(text)).toBe(expected)
})
