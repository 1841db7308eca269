import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type MessageRecord,
  type NearText,
  packRecords,
  replaceRecords,
  unpackDecisive,
  visitRecords,
} from '../src/evaluations/records.ts'

/** The scenarios of the records. The numbers of the last one and of its texts take more than two bytes. */
const places = [0, 1, 7, 70_000]
const position = fc.oneof(fc.nat(40), fc.constantFrom(15, 16, 17, 31, 32, 65_535, 65_536))
const thousandths = fc.nat(1000)
const similarity = fc.double({ min: 0, max: 1, noNaN: true })
const text = fc.tuple(position, thousandths)

/** The texts of a scenario share what it has at most in the regression. */
const near = fc
  .uniqueArray(fc.record({ place: fc.constantFrom(...places), index: position }), {
    selector: ({ place, index }) => `${place} ${index}`,
  })
  .chain(texts =>
    fc.tuple(...places.map(() => thousandths)).map(shares => {
      return texts.map((own): NearText => ({ ...own, maxShare: shares[places.indexOf(own.place)] ?? 0 }))
    }),
  )

const candidate = fc.record(
  {
    place: fc.constantFrom(...places),
    similarity,
    isExact: fc.boolean(),
    nearest: text,
    nearestExclusion: text,
  },
  { requiredKeys: ['place', 'similarity', 'isExact'] },
)

const record: fc.Arbitrary<MessageRecord> = fc.record({
  top: fc.record({ best: similarity, second: similarity, third: similarity }),
  candidates: fc.array(candidate, { maxLength: 4 }),
  cut: similarity,
  reach: similarity,
  near,
})

test('packed records have what was packed, of the scenarios that are visited', () => {
  fc.assert(
    fc.property(fc.array(record, { maxLength: 5 }), fc.subarray(places), (records, visited) => {
      const packed = packRecords(records)
      expect(visit(packed, visited)).toEqual(records.map(own => visible(own, visited)))
      expect(unpackDecisive(packed)).toEqual(records.map(({ top, cut, candidates }) => ({ top, cut, candidates })))
    }),
  )
})

test('replaced records are packed as if all were packed at once', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(record, fc.option(record)), { maxLength: 5 }), pairs => {
      const replaced = new Map(pairs.flatMap(([, later], index) => (later === null ? [] : [[index, later] as const])))
      const packed = replaceRecords(packRecords(pairs.map(([first]) => first)), replaced)
      expect(packed).toEqual(packRecords(pairs.map(([first, later]) => later ?? first)))
    }),
  )
})

/** What a visitor sees of each record. */
interface Visible {
  readonly near: readonly string[]
  readonly candidates: number
  readonly cut: number
  readonly reach: number
}

function visible({ near, candidates, cut, reach }: MessageRecord, visited: readonly number[]): Visible {
  const isVisited = ({ place }: { readonly place: number }) => visited.includes(place)
  return {
    near: near
      .filter(isVisited)
      .map(({ place, index, maxShare }) => `${place} ${index} ${maxShare}`)
      .sort(),
    candidates: candidates.filter(isVisited).length,
    cut,
    reach,
  }
}

function visit(packed: ReturnType<typeof packRecords>, visited: readonly number[]): readonly Visible[] {
  const seen = new Uint8Array(Math.max(...places) + 1)
  for (const place of visited) seen[place] = 1
  const all: Visible[] = []
  let found: string[] = []
  let candidates = 0
  visitRecords(packed, seen, {
    near: (place, index, maxShare) => found.push(`${place} ${index} ${maxShare}`),
    candidate: () => candidates++,
    end(cut, reach) {
      all.push({ near: found.sort(), candidates, cut, reach })
      found = []
      candidates = 0
    },
  })
  return all
}
