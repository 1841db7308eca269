/** A response of the service. */
export interface Reply {
  /** The request in brief, for people. */
  readonly asked: string
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** The text as JSON; undefined if it is not JSON. */
  readonly body: unknown
}

/** Reads the body of a response as JSON, whatever its content type. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Follows the part of a value that was kept. */
export const cutMark = ' ... ('

/** A value in few characters, on one line. */
export function short(value: unknown, maxLength = 120): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}${cutMark}${text.length} characters)`
}
