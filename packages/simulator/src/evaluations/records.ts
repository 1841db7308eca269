import type { TopSimilarities } from '../trigger/top-similarities.ts'

/** A scenario that may take part in the decision on a message. */
export interface Candidate {
  /** The index of the scenario. */
  readonly place: number
  readonly similarity: number
  /** Whether the message equals an example. */
  readonly isExact: boolean
  /** The most similar example and exclusion, with the similarity in thousandths. */
  readonly nearest?: readonly [example: number, thousandths: number]
  readonly nearestExclusion?: readonly [exclusion: number, thousandths: number]
}

/** What the decision on a message depends on, before its similarities become confidences. */
export interface DecisiveRecord {
  readonly top: TopSimilarities
  /** In the order of the scenarios. */
  readonly candidates: readonly Candidate[]
  /** No other scenario has a larger similarity. */
  readonly cut: number
}

/** The same, and what it depends on itself. */
export interface MessageRecord extends DecisiveRecord {
  /** A text that is less similar to the message has no influence on the shares in its regression. */
  readonly reach: number
  /** The texts in the regression. */
  readonly near: readonly NearText[]
}

/** A text in the regression of a message. */
export interface NearText {
  /** The index of its scenario, and its index in it. */
  readonly place: number
  readonly index: number
  /** At least the share of the scenario, in thousandths. */
  readonly maxShare: number
}

/**
 * Records of the messages of a group, in two lists of numbers: tens of thousands of them are kept, and a check after a
 * change reads them all. The near texts of a scenario are bits: most of its texts are near to a message if one is.
 */
export interface PackedRecords {
  readonly similarities: Float64Array
  readonly wholes: Uint16Array | Uint32Array
}

/** The first whole number that takes four bytes. */
const long = 0x1_00_00

/** The similarities of each record besides those of its candidates, and the whole numbers of each block and candidate. */
const similaritiesOfRecord = 5
const wholesOfBlock = 4
const wholesOfCandidate = 6

/** The near texts of a scenario among 16 of its texts: a bit for each. */
interface NearBlock {
  readonly place: number
  readonly first: number
  bits: number
  readonly maxShare: number
}

const blockSize = 16

function blocksOf(near: readonly NearText[]): readonly NearBlock[] {
  const blocks: NearBlock[] = []
  for (const { place, index, maxShare } of near) {
    const first = index - (index % blockSize)
    const bit = 1 << (index - first)
    const block = blocks.find(other => other.place === place && other.first === first)
    if (block === undefined) blocks.push({ place, first, bits: bit, maxShare })
    else block.bits |= bit
  }
  return blocks
}

/** Packs records. */
export function packRecords(records: readonly MessageRecord[]): PackedRecords {
  const lists = createLists()
  for (const record of records) lists.add(record)
  return lists.pack()
}

/** The records, with those at some indexes replaced. */
export function replaceRecords(packed: PackedRecords, replaced: ReadonlyMap<number, MessageRecord>): PackedRecords {
  const lists = createLists()
  let [similarity, whole] = [0, 0]
  for (let index = 0; whole < packed.wholes.length; index++) {
    const nearEnd = whole + 1 + (packed.wholes[whole] ?? 0) * wholesOfBlock
    const candidates = packed.wholes[nearEnd] ?? 0
    const nextSimilarity = similarity + similaritiesOfRecord + candidates
    const nextWhole = nearEnd + 1 + candidates * wholesOfCandidate
    const record = replaced.get(index)
    if (record === undefined) {
      lists.copy({
        similarities: packed.similarities.subarray(similarity, nextSimilarity),
        wholes: packed.wholes.subarray(whole, nextWhole),
      })
    } else lists.add(record)
    similarity = nextSimilarity
    whole = nextWhole
  }
  return lists.pack()
}

function createLists() {
  const similarities: number[] = []
  const wholes: number[] = []
  return {
    add({ top, candidates, cut, reach, near }: MessageRecord) {
      similarities.push(top.best, top.second, top.third, cut, reach)
      const blocks = blocksOf(near)
      wholes.push(blocks.length)
      for (const { place, first, bits, maxShare } of blocks) wholes.push(place, first, bits, maxShare)
      wholes.push(candidates.length)
      for (const { place, similarity, isExact, nearest, nearestExclusion } of candidates) {
        similarities.push(similarity)
        wholes.push(place, Number(isExact), ...packText(nearest), ...packText(nearestExclusion))
      }
    },
    copy(packed: PackedRecords) {
      similarities.push(...packed.similarities)
      wholes.push(...packed.wholes)
    },
    pack(): PackedRecords {
      const isLong = wholes.some(whole => whole >= long)
      return {
        similarities: Float64Array.from(similarities),
        wholes: isLong ? Uint32Array.from(wholes) : Uint16Array.from(wholes),
      }
    },
  }
}

/** The number of a text counts from 1, so that 0 means none. */
function packText([text, thousandths]: readonly [number, number] = [-1, 0]): readonly [number, number] {
  return [text + 1, thousandths]
}

/** Unpacks what decides, in the order of the records. */
export function unpackDecisive({ similarities, wholes }: PackedRecords): readonly DecisiveRecord[] {
  let [similarity, whole] = [0, 0]
  const nextSimilarity = () => similarities[similarity++] ?? 0
  const nextWhole = () => wholes[whole++] ?? 0
  const pair = (): readonly [number, number] | undefined => {
    const [text, thousandths] = [nextWhole(), nextWhole()]
    return text === 0 ? undefined : [text - 1, thousandths]
  }
  const candidate = (): Candidate => {
    const [place, isExact] = [nextWhole(), nextWhole() === 1]
    const [nearest, nearestExclusion] = [pair(), pair()]
    return {
      place,
      similarity: nextSimilarity(),
      isExact,
      ...(nearest && { nearest }),
      ...(nearestExclusion && { nearestExclusion }),
    }
  }
  const records: DecisiveRecord[] = []
  while (whole < wholes.length) {
    const top = { best: nextSimilarity(), second: nextSimilarity(), third: nextSimilarity() }
    const cut = nextSimilarity()
    // The others only tell what a change may affect.
    similarity += 1
    whole += 1 + (wholes[whole] ?? 0) * wholesOfBlock
    records.push({ top, cut, candidates: Array.from({ length: nextWhole() }, candidate) })
  }
  return records
}

/** Sees the parts of records that belong to some scenarios, in their order, without unpacking them. */
export interface RecordVisitor {
  near(place: number, index: number, maxShare: number): void
  candidate(): void
  /** At the end of each record. */
  end(cut: number, reach: number): void
}

/**
 * Visits records. `seen` has 1 for each scenario whose parts are visited: few matter, and a call for each one took most of
 * the time.
 */
export function visitRecords({ similarities, wholes }: PackedRecords, seen: Uint8Array, visitor: RecordVisitor): void {
  let [similarity, whole] = [0, 0]
  while (whole < wholes.length) {
    const nearEnd = whole + 1 + (wholes[whole] ?? 0) * wholesOfBlock
    for (whole++; whole < nearEnd; whole += wholesOfBlock) {
      if (seen[wholes[whole] ?? 0] === 1) visitBlock(wholes, whole, visitor)
    }
    const count = wholes[whole] ?? 0
    const end = whole + 1 + count * wholesOfCandidate
    for (whole++; whole < end; whole += wholesOfCandidate) if (seen[wholes[whole] ?? 0] === 1) visitor.candidate()
    visitor.end(similarities[similarity + 3] ?? 0, similarities[similarity + 4] ?? 0)
    similarity += similaritiesOfRecord + count
  }
}

function visitBlock(wholes: PackedRecords['wholes'], at: number, { near }: RecordVisitor): void {
  const [place = 0, first = 0, bits = 0, maxShare = 0] = wholes.subarray(at, at + wholesOfBlock)
  for (let index = 0; index < blockSize; index++) if (((bits >> index) & 1) === 1) near(place, first + index, maxShare)
}
