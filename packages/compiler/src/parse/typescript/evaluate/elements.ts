import { ts } from 'ts-morph'
import { collectProblems } from './collect-problems.ts'
import { iterate } from './iterate.ts'
import type { Item, Scope } from './value.ts'

/** Evaluates the elements of a list or the arguments of a call, with spreads expanded. */
export function evaluateElements(nodes: readonly ts.Expression[], scope: Scope): readonly Item[] {
  const { frame } = scope
  const items: Item[] = []
  collectProblems(nodes, frame.run, node => {
    if (ts.isSpreadElement(node)) {
      const slot = { node, frame }
      for (const value of iterate(frame.run.evaluate(node.expression, scope), slot)) {
        items.push({ value, slot })
      }
      return
    }
    const value = frame.run.evaluate(node, scope)
    items.push({ value, slot: value.node === node && value.frame === frame ? value : { node, frame } })
  })
  return items
}
