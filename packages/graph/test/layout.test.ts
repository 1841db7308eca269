import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Box, type FlowLayout, type Line, loadLayout } from '../src/index.ts'
import { layoutInRows } from '../src/layout/layout-in-rows.ts'

const layout = await loadLayout()

const size = { width: 120, height: 40 }
const chain = (length: number) => ({
  boxes: Array.from({ length }, (_none, index) => ({ id: `n${index}`, ...size })),
  lines: Array.from({ length: length - 1 }, (_none, index) => ({ source: `n${index}`, target: `n${index + 1}` })),
})

describe('a layout', () => {
  test.each([
    ['few boxes', 3],
    ['many boxes', 2000],
  ])('arranges a chain of %s from top to bottom', (_name, length) => {
    const { boxes, lines } = chain(length)
    const { boxes: places, lines: ways } = layout(boxes, lines)
    const heights = boxes.map(({ id }) => places.get(id)?.y ?? 0)
    expect(heights).toEqual(heights.toSorted((a, b) => a - b))
    expect(new Set(heights).size).toBe(length)
    expect(ways.every(way => (way?.points.length ?? 0) >= 2)).toBe(true)
  })

  test('uses plain rows for 2,000 fully connected boxes, where the library would take minutes', () => {
    const { boxes } = chain(2000)
    const lines = boxes.flatMap(({ id }, index) => [
      { source: id, target: `n${(index * 7919) % 2000}` },
      { source: id, target: `n${(index * 104_729 + 13) % 2000}` },
    ])
    const placed = layout(boxes, lines)
    expectWithin(placed, boxes)
    expect(placed).toEqual(layoutInRows(boxes, lines))
  })

  test('uses plain rows if few lines lead through many rows, where the library would take a quarter of a minute', () => {
    const { boxes, lines } = chain(160)
    const across = Array.from({ length: 180 }, (_, index) => {
      return { source: `n${index % 13}`, target: `n${159 - ((index * 7) % 17)}` }
    })
    const placed = layout(boxes, [...lines, ...across])
    expect(placed).toEqual(layoutInRows(boxes, [...lines, ...across]))
    const few = [...lines, ...across.slice(0, 10)]
    expect(layout(boxes, few)).not.toEqual(layoutInRows(boxes, few))
  })

  test('uses plain rows for one box that leads to 50,000 others', () => {
    const { boxes } = chain(50_000)
    const lines = boxes.map(({ id }) => ({ source: 'n0', target: id }))
    const placed = layout(boxes, lines)
    expect(placed.boxes.size).toBe(50_000)
    expect(placed.width).toEqual(layoutInRows(boxes, lines).width)
  })

  test('uses the first of two boxes with one id, and leaves out dangling lines', () => {
    const boxes = ['__proto__', 'constructor', '__proto__'].map(id => ({ id, ...size }))
    const { boxes: places, lines } = layout(boxes, [
      { source: '__proto__', target: 'constructor' },
      { source: '__proto__', target: 'nowhere' },
    ])
    expect([...places.keys()]).toEqual(['__proto__', 'constructor'])
    expect(lines.map(line => line === undefined)).toEqual([false, true])
  })

  test('contains all boxes without overlaps, and is deterministic', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f']
    const box = fc.record({
      id: fc.constantFrom(...ids),
      width: fc.integer({ min: 10, max: 300 }),
      height: fc.constant(30),
    })
    const line = fc.record({ source: fc.constantFrom(...ids), target: fc.constantFrom(...ids, 'nowhere') })
    fc.assert(
      fc.property(fc.array(box), fc.array(line), fc.boolean(), (drawn, lines, areMany) => {
        const boxes = areMany ? [...drawn, ...chain(600).boxes] : drawn
        const placed = layout(boxes, lines)
        expectWithin(placed, boxes)
        expect(layout(boxes, lines)).toEqual(placed)
      }),
      { numRuns: 40 },
    )
  })

  test('keeps room for labels', () => {
    const lines: readonly Line[] = [{ source: 'n0', target: 'n1', label: { width: 60, height: 16 } }]
    const [way] = layout(chain(2).boxes, lines).lines
    expect(way?.label?.y).toBeGreaterThan(64)
  })

  test('draws a line from a box to itself next to the box', () => {
    const { lines, width } = layout(chain(1).boxes, [{ source: 'n0', target: 'n0' }])
    const across = lines[0]?.points.map(({ x }) => x) ?? []
    expect(Math.max(...across)).toBeLessThan(width)
    expect(across).toHaveLength(4)
  })

  test('without boxes is empty', () => {
    expect(layout([], []).boxes.size).toBe(0)
  })
})

function expectWithin({ width, height, boxes: places }: FlowLayout, boxes: readonly Box[]): void {
  const seen = new Map<string, Box>()
  for (const box of boxes) if (!seen.has(box.id)) seen.set(box.id, box)
  expect(places.size).toBe(seen.size)
  const sides = [...seen.values()].map(box => {
    const { x, y } = places.get(box.id) ?? { x: Number.NaN, y: Number.NaN }
    return { left: x - box.width / 2, right: x + box.width / 2, top: y - box.height / 2, bottom: y + box.height / 2 }
  })
  expect(sides.every(each => each.left >= 0 && each.top >= 0 && each.right <= width && each.bottom <= height)).toBe(
    true,
  )
  const sorted = sides.toSorted((a, b) => a.top - b.top || a.left - b.left)
  for (const [index, one] of sorted.slice(0, 100).entries()) {
    for (const other of sorted.slice(index + 1, 100)) {
      const areApart =
        one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top
      expect(areApart).toBe(true)
    }
  }
}
