/** The replacement for a secret. */
const mark = '[redacted]'

/** The minimum length of a part of a secret that is redacted at a cut. */
const minPart = 4

/**
 * A function that redacts the API key of an account, and its Basic authorization, from a text. With `cutMark`, the text
 * that follows a place where the text was shortened, the beginning of a secret before that place is redacted too.
 */
export function createRedaction(email: string, apiKey: string, cutMark?: string): (text: string) => string {
  const encoded = Buffer.from(`${email}:${apiKey}`, 'utf8').toString('base64')
  const secrets = writings(apiKey, encoded)
  return text => {
    const redacted = secrets.reduce((kept, secret) => kept.replaceAll(secret, mark), text)
    if (cutMark === undefined || !redacted.includes(cutMark)) return redacted
    return redacted
      .split(cutMark)
      .map((part, index, parts) => (index < parts.length - 1 ? withoutBeginning(part, secrets) : part))
      .join(cutMark)
  }
}

/** Redacts the longest end of a text that is the beginning of a secret. */
function withoutBeginning(text: string, secrets: readonly string[]): string {
  const lengths = secrets.map(secret => {
    for (let length = Math.min(secret.length, text.length); length >= minPart; length -= 1) {
      if (text.endsWith(secret.slice(0, length))) return length
    }
    return 0
  })
  const maxLength = Math.max(...lengths)
  return maxLength === 0 ? text : text.slice(0, -maxLength) + mark
}

/**
 * The forms in which a response may repeat a secret: plain, in JSON, in nested JSON, in an address, in base64. Longest
 * first.
 */
function writings(apiKey: string, encoded: string): readonly string[] {
  const inJson = escaped(apiKey)
  const all = [
    encoded,
    encoded.replace(/=+$/, ''),
    Buffer.from(apiKey, 'utf8').toString('base64').replace(/=+$/, ''),
    apiKey,
    inJson,
    inJson.replaceAll('/', '\\/'),
    escaped(inJson),
    encodeURIComponent(apiKey),
  ]
  return [...new Set(all)].sort((a, b) => b.length - a.length)
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
