import { Transform } from 'node:stream'

/** The maximum size of a message in bytes. A longer one is skipped. */
const maxMessage = 64 * 1024 * 1024

/** The maximum size of the header of a message in bytes. What precedes it is skipped. */
const maxHeader = 4096

const headerEnd = '\r\n\r\n'

/**
 * Passes on the messages of a stream, each with a header of its own, and skips everything else, so that nothing that a
 * client writes can end the server or fill its memory.
 */
export function onlyMessages(onSkipped: (what: string) => void): Transform {
  let header = Buffer.alloc(0)
  /** The bytes of the present message that are still to come. */
  let left = 0
  let isSkipping = false
  let isNoise = false
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let rest = chunk
      while (rest.length > 0) {
        if (left > 0) {
          const part = rest.subarray(0, left)
          if (!isSkipping) this.push(part)
          left -= part.length
          rest = rest.subarray(part.length)
          continue
        }
        const before = header.length
        header = Buffer.concat([header, rest])
        const end = header.indexOf(headerEnd, Math.max(0, before - headerEnd.length))
        if (end === -1) {
          if (header.length > maxHeader) {
            if (!isNoise) onSkipped('text without a header')
            isNoise = true
            header = Buffer.from(header.subarray(-maxHeader))
          }
          break
        }
        rest = header.subarray(end + headerEnd.length)
        const length = readLength(header.toString('latin1', 0, end))
        header = Buffer.alloc(0)
        isNoise = false
        if (length === undefined) {
          onSkipped('a header without Content-Length')
          continue
        }
        left = length
        isSkipping = length > maxMessage
        if (isSkipping) onSkipped(`a message of ${length} bytes`)
        else this.push(`Content-Length: ${length}${headerEnd}`)
      }
      done()
    },
  })
}

function readLength(header: string): number | undefined {
  const [, digits] = /content-length:[ \t]*(\d{1,15})[ \t]*(?:\r?\n|$)/i.exec(header) ?? []
  return digits === undefined ? undefined : Number(digits)
}
