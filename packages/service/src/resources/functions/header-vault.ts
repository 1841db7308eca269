import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { OperationError } from '@scenewright/model'
import { requireEnding } from '@scenewright/model/file-access'

/** Encrypts the values of headers, so that the database alone does not reveal them. */
export interface HeaderVault {
  /** Encrypts the value of the header with that id. */
  seal(value: string, headerId: string): string
  /** Decrypts a value. Throws if it was encrypted for another header, or with another key. */
  open(sealed: string, headerId: string): string
}

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

/**
 * The vault of a key file, which is created, with access only for its owner, if it does not exist. An invalid or
 * unreadable file is an OperationError `state`.
 */
export function openHeaderVault(keyFile: string): HeaderVault {
  const key = readKey(keyFile)
  return {
    seal(value, headerId) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(headerId))
      const text = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64')
    },
    open(sealed, headerId) {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes))
        .setAAD(Buffer.from(headerId))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
    },
  }
}

function readKey(file: string): Buffer {
  try {
    makeKey(file)
    requireEnding(file)
    const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
    if (key.length === keyBytes) return key
  } catch (error) {
    throw new OperationError('state', `The key file "${file}" cannot be read or created.`, {
      help: 'It must be a regular file, in an existing folder that this user may write to.',
      cause: error,
    })
  }
  throw new OperationError('state', `The file "${file}" does not contain a key of this service.`, {
    help: 'A key has 64 hexadecimal digits. With a new key, values encrypted with the old one are lost.',
  })
}

/** If two services start at once, both use one key: the first one's. */
function makeKey(file: string): void {
  try {
    writeFileSync(file, `${randomBytes(keyBytes).toString('hex')}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}
