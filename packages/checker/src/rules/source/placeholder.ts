import { type DocumentPath, nodePath, scenarioPath } from '@scenewright/model/compilation'
import { scenarioRule } from '../../rule.ts'
import { quoted } from '../../wording.ts'

/** A reminder, a template's braces, or a name in angle brackets; each alternative looks at a character once. */
const pattern = /(?<![\p{L}\p{N}_])(?:TODO|FIXME)(?![\p{L}\p{N}_])|\{\{[^{}]*\}\}|<\p{L}(?:(?!:\/\/)[^<>@\n]){0,58}>/u

/** Nearly all texts contain none, and compiling the letter classes of the pattern takes half a millisecond. */
const trace = /TODO|FIXME|\{\{|</

export const placeholder = scenarioRule({
  id: 'source/placeholder',
  level: 'warning',
  summary: 'A reminder or placeholder is left in a text that a customer will read.',
  check({ scenario, definition, report }) {
    const look = (text: unknown, at: DocumentPath, node?: string) => {
      const found = typeof text === 'string' && trace.test(text) ? pattern.exec(text)?.[0] : undefined
      if (found === undefined) return
      report({
        message: `The customer would read ${quoted(found)}`,
        at,
        ...(node === undefined ? {} : { node }),
        help: 'Write what the customer should read.',
      })
    }
    const { clarification_label, exit_message } = scenario.document.scenario
    look(clarification_label, scenarioPath('clarification_label'))
    look(exit_message, scenarioPath('exit_message'))
    for (const [index, node] of definition.nodes.entries()) look(node.text, nodePath(index, 'text'), node.id)
  },
})
