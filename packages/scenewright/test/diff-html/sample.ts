import { type ComparedScenario, diffScenarios } from '@scenewright/differ'
import type { Definition, FlowEdge, FlowNode } from '@scenewright/model'
import type { DiffReport } from '../../src/commands/diff/formats/format.ts'

/** A flow in short: nodes by their texts, `END` for an END; ways as `from>to`. */
export function flow(texts: Readonly<Record<string, string>>, ways: readonly string[]): Definition {
  const nodes = Object.entries(texts).map(([id, text]): FlowNode => {
    return text === 'END' ? { id, type: 'END' } : { id, type: 'FIXED_REPLY', text }
  })
  const edges = ways.map((way): FlowEdge => {
    const [source = '', target = ''] = way.split('>')
    return { id: `${source}--${target}`, source, target, priority: 1, condition: { type: 'ALWAYS' } }
  })
  return { start_node_id: nodes[0]?.id ?? '', nodes, edges }
}

/** A scenario that says of itself what its key says. */
export function scenario(key: string, definition: Definition, example = key): ComparedScenario {
  const fields = { title: `About ${key}`, trigger_description: 'x', examples: [example], definition }
  return { key, isActive: true, document: { format: 'service.bot-scenario', schema_version: 2, scenario: fields } }
}

/** A report of two sides. */
export function reportOf(base: readonly ComparedScenario[], head: readonly ComparedScenario[]): DiffReport {
  const scenarios = diffScenarios(base, head)
  return { base: 'main', head: 'work', scenarios, behavior: [], compared: { base, head } }
}

const before = flow({ hello: 'Hello there', wait: 'A refund takes 14 days.', contact: 'Write to us.', done: 'END' }, [
  'hello>wait',
  'wait>contact',
  'contact>done',
])
const after = flow(
  { hello: 'Hello there', duration: 'A refund takes 30 days.', contact: 'Write to us.', done: 'END', more: 'Bye.' },
  ['hello>duration', 'duration>more', 'more>done', 'contact>done'],
)

/** Nothing that any other says: else it would be taken for that one under a new name. */
const fresh = scenario('new', flow({ welcome: 'Glad to have you.', over: 'END' }, ['welcome>over']), 'join the club')

/** A scenario of each fate, one with somebody else's text wherever there is one, and two messages. */
export function sampleReport(text: string): DiffReport {
  const hostile = (reply: string) => flow({ [text]: `${text} ${reply}`, [`${text}2`]: 'END' }, [`${text}>${text}2`])
  const report = reportOf(
    [scenario('refund', before), scenario('gone', before), scenario(`k${text}`, hostile('yes'), text)],
    [scenario('refund', after), fresh, scenario(`k${text}`, hostile('no'), `${text} too`)],
  )
  return {
    ...report,
    base: text,
    behavior: [
      {
        message: text,
        before: { kind: 'start', scenario: `k${text}`, replies: [text, 'and more'] },
        after: { kind: 'clarify', candidates: ['new', text], replies: [] },
      },
      {
        message: 'where is my money',
        before: { kind: 'none', replies: [] },
        after: { kind: 'start', scenario: 'refund', replies: ['Hello there'] },
      },
    ],
  }
}
