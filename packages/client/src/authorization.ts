import { OperationError } from '@scenewright/model'
import { createRedaction } from '@scenewright/model/redaction'

/** The header of an account, and a function that redacts the secret from a text. */
export interface Authorization {
  readonly header: () => string
  readonly redact: (text: string) => string
}

/**
 * Basic authorization of an account. An e-mail address or key that is invalid in a header is an OperationError `usage`.
 */
export function authorize(email: string, apiKey: string): Authorization {
  if (email === '' || apiKey === '') throw new OperationError('usage', 'the e-mail or the API key is empty')
  if (email.includes(':')) throw new OperationError('usage', 'the e-mail of the account holds a colon')
  const encoded = Buffer.from(`${email}:${apiKey}`, 'utf8').toString('base64')
  return {
    header: () => `Basic ${encoded}`,
    redact: createRedaction(email, apiKey),
  }
}
