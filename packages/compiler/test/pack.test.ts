import { mkdtempSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Pack, readBytes, readPack, writeBytes, writePack } from '../src/cache/pack.ts'

const file = join(mkdtempSync(join(tmpdir(), 'pack-')), 'test.pack')
const seal = { id: 'subject', key: Buffer.alloc(32, 7) }

/** Text with letters of one to four bytes, some longer than the part of a file that is read at once. */
const value = fc
  .record({ text: fc.constantFrom('a', 'ö', '€', '😀'), times: fc.constantFrom(1, 7, 70_000, 300_001) })
  .map(({ text, times }) => JSON.stringify(`x${text.repeat(times)}`))

test('a pack is read as it was written, however long its values are', () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 12 }), values => {
      const records = values.map((each, at) => {
        const identity = at % 2 === 0 ? undefined : ([1, 2.5, 3.5, at] as const)
        return [
          `ö-${at}.yaml`,
          { identity, hash: `hash ${at}`, dependencies: [['b.ts', '1'] as const], value: each },
        ] as const
      })
      const pack: Pack = { modules: new Map([['b.ts', { identity: undefined, hash: '1' }]]), records: new Map(records) }
      writePack(file, seal, pack)
      expect(readPack(file, seal)).toEqual(pack)
    }),
    { numRuns: 30 },
  )
})

test.each([0, 1, 7, 262_144, 262_145, 1_000_000])('%d bytes are read as they were written', size => {
  const bytes = Buffer.from(Array.from({ length: size }, (_, at) => (at * 31) % 251))
  writeBytes(file, seal, [bytes.subarray(0, 5), bytes.subarray(5)])
  expect(readBytes(file, seal)?.equals(bytes)).toBe(true)
  expect(readBytes(file, { ...seal, id: 'other' })).toBeUndefined()
  expect(readBytes(file, { ...seal, key: Buffer.alloc(32, 8) })).toBeUndefined()
})

test('a file that is modified, cut off or extended anywhere is not read', () => {
  writeBytes(file, seal, [Buffer.alloc(300_000, 1)])
  const whole = readFileSync(file)
  for (const at of [0, 262_143, 262_144, 299_999, 300_000, 300_064]) {
    const modified = Buffer.from(whole)
    modified[at] = (modified[at] ?? 0) ^ 1
    writeFileSync(file, modified)
    expect(readBytes(file, seal)).toBeUndefined()
    writeFileSync(file, whole.subarray(0, at))
    expect(readBytes(file, seal)).toBeUndefined()
  }
  writeFileSync(file, Buffer.concat([whole, whole.subarray(-65)]))
  expect(readBytes(file, seal)).toBeUndefined()
})

test.runIf(process.platform === 'linux')('a pack that cannot be written leaves no open file', () => {
  const path = `${file}.unwritten`
  const records = new Map()
  records[Symbol.iterator] = () => {
    throw new Error('a failure')
  }
  expect(() => writePack(path, seal, { modules: new Map(), records })).toThrow('a failure')
  const open = readdirSync('/proc/self/fd').map(name => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`)
    } catch {
      return ''
    }
  })
  expect(open.filter(name => name.startsWith(path))).toEqual([])
})
