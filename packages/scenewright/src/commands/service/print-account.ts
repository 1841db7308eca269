import type { IssuedAccount } from '@scenewright/service'
import { json } from '../../render/json.ts'
import type { Terminal } from '../../shell/terminal.ts'
import { shellQuoted } from '../ci/quoting.ts'

interface Printed {
  readonly format: string
  /** The next step for the user. */
  readonly next: string
}

/** Prints an account and its key, which cannot be printed again: as JSON, or as lines for a shell. */
export function printAccount(terminal: Terminal, account: IssuedAccount, { format, next }: Printed): void {
  if (format === 'json') {
    terminal.out(json(account))
    return
  }
  terminal.out(
    `export SCENEWRIGHT_EMAIL=${shellQuoted(account.email)}\nexport SCENEWRIGHT_API_KEY='${account.api_key}'\n`,
  )
  terminal.err(`\n${next}`)
  if (account.is_active === false) {
    terminal.err('\nThe account is disabled, so its requests get a 403: `service account enable` enables it.\n')
  }
}
