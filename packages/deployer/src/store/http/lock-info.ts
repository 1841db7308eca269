import { isObject } from '@scenewright/model'

/** The owner of a lock, in the form of the Terraform protocol. */
export interface LockInfo {
  readonly ID: string
  readonly Operation: string
  readonly Info: string
  readonly Who: string
  readonly Version: string
  readonly Created: string
  readonly Path: string
}

/** Reads the server's information about the owner of a lock, which may be empty. */
export function readHolder(body: string): Partial<LockInfo> {
  try {
    const value: unknown = JSON.parse(body)
    if (!isObject(value)) return {}
    const texts = Object.entries(value).filter(([, one]) => typeof one === 'string' && one !== '')
    return Object.fromEntries(texts)
  } catch {
    return {}
  }
}
