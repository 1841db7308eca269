import { OperationError } from './errors.ts'

/** How a value gets into a header: as it is, such as a token, or encoded as in Basic authorization. */
interface HeaderUse {
  readonly isEncoded?: boolean
}

/**
 * Reads an environment variable that becomes part of a header: the first of the names that is set; undefined if it is
 * empty. White space at its start or end, and characters that the header cannot carry, are an OperationError `usage`,
 * which never contains the value.
 */
export function headerVariable(
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
  { isEncoded = false }: HeaderUse = {},
): string | undefined {
  const name = names.find(each => env[each] !== undefined)
  const value = name === undefined ? undefined : env[name]
  if (!value) return undefined
  const fault = faultOf(value, isEncoded)
  if (fault === undefined) return value
  throw new OperationError('usage', `${name} ${fault}`, {
    help: 'set it to only the value, without quotes, spaces or line breaks',
  })
}

function faultOf(value: string, isEncoded: boolean): string | undefined {
  if (value.trimStart() !== value) return 'begins with white space'
  if (value.trimEnd() !== value) return 'ends with white space'
  const isValid = isEncoded ? !/\p{Cc}/u.test(value) : /^[\x21-\x7e]+$/.test(value)
  return isValid ? undefined : 'contains characters that are not allowed in a header'
}
