import { OperationError } from '@scenewright/model'
import type { HostSetting } from './comment-host.ts'

/** A variable that a run of CI sets. One that is missing, or of another form, is wrong usage. */
export function runVariable(env: HostSetting['env'], name: string, form: RegExp): string {
  const value = env[name]?.trim()
  if (value !== undefined && form.test(value)) return value
  throw new OperationError('usage', value ? `${name} is not of the form that is known` : `${name} is not set`, {
    help: 'a run of CI sets it; elsewhere set it as the host does',
  })
}

/** A token, which is never shown. */
export function tokenVariable(env: HostSetting['env'], name: string, help: string): string {
  const token = env[name]?.trim()
  if (token && /^[\x21-\x7e]+$/.test(token)) return token
  throw new OperationError(
    'usage',
    token ? `${name} holds characters that no header can carry` : `${name} is not set`,
    {
      help,
    },
  )
}
