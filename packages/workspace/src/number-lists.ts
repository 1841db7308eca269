/** Plain data with long lists of numbers, as bytes: where they are read, the lists are used in place. */

const kinds = { Float64Array, Float32Array, Int32Array, Uint32Array, Uint16Array, Uint8Array } as const

type Kind = keyof typeof kinds

/** A list in the text of the data. */
interface ListReference {
  readonly list: Kind
  /** Its first byte, and the number of its entries. */
  readonly begin: number
  readonly length: number
}

/** Every list begins at a multiple of this, as its numbers require. */
const alignment = 8

/**
 * The bytes of plain data, in parts that share the memory of its lists: the size of its text and the text, where lists
 * are references, and then the lists.
 */
export function toParts(data: object): readonly Uint8Array[] {
  const lists: Uint8Array[] = []
  let begin = 0
  const text = JSON.stringify(data, (_key, value: unknown) => {
    const kind = kindOf(value)
    if (kind === undefined) return value
    const { buffer, byteOffset, byteLength, length } = value as InstanceType<(typeof kinds)[Kind]>
    const reference: ListReference = { list: kind, begin, length }
    const padding = new Uint8Array(-byteLength & (alignment - 1))
    lists.push(new Uint8Array(buffer, byteOffset, byteLength), padding)
    begin += byteLength + padding.length
    return reference
  })
  const bytes = Buffer.from(text)
  return [
    new Uint8Array(Float64Array.of(bytes.length).buffer),
    bytes,
    new Uint8Array(-bytes.length & (alignment - 1)),
    ...lists,
  ]
}

function kindOf(value: unknown): Kind | undefined {
  if (!ArrayBuffer.isView(value)) return undefined
  return Object.keys(kinds).find((kind): kind is Kind => value instanceof kinds[kind as Kind])
}

/** The data of these bytes. Its lists share their memory. */
export function fromBytes<Data>(bytes: Buffer): Data {
  const { buffer, byteOffset } = bytes.byteOffset % alignment === 0 ? bytes : Uint8Array.from(bytes)
  const [size = 0] = new Float64Array(buffer, byteOffset, 1)
  const text = new TextDecoder().decode(new Uint8Array(buffer, byteOffset + alignment, size))
  const lists = byteOffset + alignment + size + (-size & (alignment - 1))
  return JSON.parse(text, (_key, value) => {
    if (typeof value?.list !== 'string') return value
    const { list, begin, length }: ListReference = value
    return new kinds[list](buffer as ArrayBuffer, lists + begin, length)
  })
}
