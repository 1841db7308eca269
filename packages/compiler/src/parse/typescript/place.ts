import type { ts } from 'ts-morph'
import type { Anchor, Frame, Mark, Stretch, Unit } from './evaluate/value.ts'

/**
 * The place of an expression's value. During a call it is the call, and from the outermost one inwards everything
 * within the text of the previous one: so a function that is written in its own call keeps its own places.
 */
export function placeOf({ node, frame: { unit, anchor } }: Mark): Stretch {
  if (anchor === undefined) return stretchOf(node, unit)
  if (!anchor.isOpen || anchor.unit !== unit) return anchor
  const own = stretchOf(node, unit)
  return own.start < anchor.start || own.end > anchor.end ? anchor : own
}

/** The frame of a call to a function in `unit`. */
export function enterCall(site: Mark, unit: Unit): Frame {
  return { unit, run: site.frame.run, anchor: anchorOf(site) }
}

/** The place of an expression, whoever calls. */
export function stretchOf(node: ts.Node, unit: Unit): Stretch {
  return { unit, start: startOf(node, unit), end: node.end }
}

function anchorOf(site: Mark): Anchor {
  const outer = site.frame.anchor
  const place = placeOf(site)
  if (place === outer) return outer.isOpen ? { ...outer, isOpen: false } : outer
  return { unit: place.unit, start: place.start, end: place.end, isOpen: true }
}

/** Where expressions begin that follow much white space or a comment: a function may evaluate them many times. */
const farStarts = new WeakMap<ts.Node, number>()
const near = 64

const space = 32
const lineFeed = 10
const hash = 35
const slash = 47

/** Where the text of an expression begins. */
export function startOf(node: ts.Node, unit: Unit): number {
  const { text } = unit
  // Nearly every expression follows only a few spaces and line feeds, for which the scanner is slow.
  let at = node.pos
  let code = text.charCodeAt(at)
  while ((code === space || code === lineFeed) && at - node.pos < near) {
    at += 1
    code = text.charCodeAt(at)
  }
  const isToken = code > space && code < 127 && code !== slash && code !== hash
  // An omitted node, such as an item between two commas, ends where the one before it ends.
  return Math.min(isToken ? at : farStart(node, unit), node.end)
}

function farStart(node: ts.Node, { tree }: Unit): number {
  const start = farStarts.get(node) ?? node.getStart(tree)
  farStarts.set(node, start)
  return start
}
