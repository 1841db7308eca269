import type { Answer } from '@scenewright/client'
import { OperationError } from '@scenewright/model'
import type { HostApi, HostRequest } from './host-api.ts'

/** Characters of the host's own words that go into an error. */
const quotedLength = 200

const again = 'run it again: the comment is found again, and there is never a second one'

/** What an answer that was not expected comes to. The token is nowhere in it. */
export function refusal(
  { title, token, tokenHelp }: HostApi,
  { method, path }: HostRequest,
  { status, headers, text }: Answer,
): OperationError {
  // Redacted before it is shortened, so that no half of the token is left at the end.
  const words = text.replaceAll(token, '[redacted]').replace(/\s+/g, ' ').trim().slice(0, quotedLength)
  const message = `${title} answers ${status} to ${method} ${path}${words === '' ? '' : `: ${words}`}`
  const isBusy = status === 429 || status >= 500 || headers['retry-after'] !== undefined
  return new OperationError('service', message, { help: isBusy ? again : helpFor(status, tokenHelp) })
}

function helpFor(status: number, tokenHelp: string): string {
  if (status === 404) return `there is no such pull request, or the token may not see it: ${tokenHelp}`
  return status === 401 || status === 403 ? tokenHelp : 'nothing was written: the message says what the host minds'
}

/** What no answer comes to, or one that did not come to its end. */
export function unanswered({ title, token }: HostApi, error: unknown): OperationError {
  const why = (error instanceof Error ? error.message : String(error)).replaceAll(token, '[redacted]')
  return new OperationError('network', `${title} cannot be reached: ${why}`, { help: again })
}
