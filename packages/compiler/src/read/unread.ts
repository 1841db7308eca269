import { type Finding, type Position, startOfFile } from '@scenewright/model'

/** Why a file or folder could not be read. */
export interface Unread {
  readonly file: string
  readonly scenario: string | null
  readonly message: string
  readonly at?: Position
  readonly help?: string
}

/** The finding that a file or folder could not be read. */
export function unreadFinding({ file, scenario, message, at, help }: Unread): Finding {
  return {
    rule: 'source/syntax',
    severity: 'error',
    message,
    file,
    range: at === undefined ? startOfFile : { start: at, end: at },
    scenario,
    related: [],
    ...(help === undefined ? {} : { help }),
    fixes: [],
  }
}
