import { OperationError } from '@scenewright/model'
import { headerVariable } from '@scenewright/model/header-variable'

/** A comment on a pull request. */
export interface HostComment {
  readonly id: number
  readonly body: string
}

/** The operations on the comments of one pull request that a report needs. */
export interface CommentHost {
  /** "GitHub". */
  readonly title: string
  /** Must never occur in a comment. */
  readonly token: string
  /** The first comment of our own account that begins with this line; undefined if there is none. */
  find(marker: string): Promise<HostComment | undefined>
  create(body: string): Promise<void>
  change(id: number, body: string): Promise<void>
}

/** The environment of a CI run, which identifies the host. */
export interface HostSetting {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The number of the pull request, if given by the user. */
  readonly pullRequest?: number
  readonly signal: AbortSignal
}

/** A variable that a CI run sets. A missing one, or one in another format, is a usage error. */
export function runVariable(env: HostSetting['env'], name: string, form: RegExp): string {
  const value = env[name]?.trim()
  if (value !== undefined && form.test(value)) return value
  throw new OperationError('usage', value ? `${name} has an unknown format` : `${name} is not set`, {
    help: 'CI runs set it; elsewhere, set it in the same way',
  })
}

/** A token, which is never displayed. */
export function tokenVariable(env: HostSetting['env'], name: string, help: string): string {
  const token = headerVariable(env, [name])
  if (token !== undefined) return token
  throw new OperationError('usage', `${name} is not set`, { help })
}
