import type { IssuedAccount } from '@scenewright/service'
import { json } from '../../report/json.ts'
import type { Terminal } from '../../terminal/terminal.ts'

/** Prints an account and its key, which nobody can print again: as JSON, or as lines for a shell. */
export function printAccount(terminal: Terminal, account: IssuedAccount, format: string): void {
  if (format === 'json') {
    terminal.out(json(account))
    return
  }
  terminal.out(`export SCENEWRIGHT_EMAIL='${account.email}'\nexport SCENEWRIGHT_API_KEY='${account.api_key}'\n`)
  terminal.err('\nThe key is shown this once. Start the service with `scenewright service start`.\n')
}
