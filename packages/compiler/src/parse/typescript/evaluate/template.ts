import type { ts } from 'ts-morph'
import { chargeCharacters } from './budget.ts'
import { textIn } from './scalar.ts'
import { type Scope, scalar, type Value } from './value.ts'

/** A template with substitutions: one text, whose place is the whole template. */
export function evaluateTemplate(node: ts.TemplateExpression, scope: Scope): Value {
  const { frame } = scope
  const mark = { node, frame }
  let text = node.head.text
  for (const { expression, literal } of node.templateSpans) {
    const part = textIn(frame.run.evaluate(expression, scope), { node: expression, frame }) + literal.text
    chargeCharacters(mark, part.length)
    text += part
  }
  return scalar(text, mark)
}
