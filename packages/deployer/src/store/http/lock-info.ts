import { isObject } from '@scenewright/model'

/** Who holds a lock, in the words of the Terraform protocol. */
export interface LockInfo {
  readonly ID: string
  readonly Operation: string
  readonly Info: string
  readonly Who: string
  readonly Version: string
  readonly Created: string
  readonly Path: string
}

/** Reads what a server says of the holder of a lock; it need not say anything. */
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
