import { OperationError } from '@scenewright/model'

/** The header of an account, and a function that redacts the secret from a text. */
export interface Authorization {
  readonly header: () => string
  readonly redact: (text: string) => string
}

/** The replacement for a secret. */
const mark = '[redacted]'

/**
 * Basic authorization of an account. An e-mail address or key that is invalid in a header is an OperationError `usage`.
 */
export function authorize(email: string, apiKey: string): Authorization {
  if (email === '' || apiKey === '') throw new OperationError('usage', 'the e-mail or the API key is empty')
  if (email.includes(':')) throw new OperationError('usage', 'the e-mail of the account holds a colon')
  const encoded = Buffer.from(`${email}:${apiKey}`, 'utf8').toString('base64')
  const secrets = writings(apiKey, encoded)
  return {
    header: () => `Basic ${encoded}`,
    redact: text => secrets.reduce((kept, secret) => kept.replaceAll(secret, mark), text),
  }
}

/**
 * The forms in which a response may repeat a secret: plain, in JSON, in nested JSON, in an address, in base64. Longest
 * first.
 */
function writings(apiKey: string, encoded: string): readonly string[] {
  const inJson = escaped(apiKey)
  const all = [
    encoded,
    encoded.replace(/=+$/, ''),
    Buffer.from(apiKey, 'utf8').toString('base64').replace(/=+$/, ''),
    apiKey,
    inJson,
    inJson.replaceAll('/', '\\/'),
    escaped(inJson),
    encodeURIComponent(apiKey),
  ]
  return [...new Set(all)].sort((a, b) => b.length - a.length)
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
