/** A project with every kind of file, by name. */
export const initialTexts: ReadonlyMap<string, string> = new Map([
  ['scenewright.config.yaml', 'sources: [scenarios]\n'],
  [
    'scenarios/refund.scenario.yaml',
    `# owned by billing \u{1f4b8}
title: Refund \u{1f4b8} status
trigger_description: The customer asks when a refund will arrive.
examples:
  - Where is my refund?
  - When do I get my money back \u{1f4b8}
  - refund still not here
  - has my refund been sent
  - money back when
flow:
  start: wait_time
  nodes:
    wait_time:
      text: "\u{1f4b8} A refund takes 3 business days."
      next: contact
    contact:
      text: Still nothing after that? Write to us.
      next: [{ to: done }, wait_time]
    done: END
`,
  ],
  [
    'scenarios/orders/track.scenario.yaml',
    `title: Track an order
trigger_description: The customer asks where an order is.
examples: [Where is my order?, track my parcel, has it been shipped, order status please, where is the parcel]
exclusions: [Where is my refund?]
flow:
  nodes:
    # scenewright-ignore graph/unreachable: kept for May
    old: { text: It was sent., next: done }
    on_its_way: { text: "It is on its way \u{1f69a}.", next: done }
    done: END
`,
  ],
  [
    'scenarios/hours.scenario.ts',
    `import { end, reply, scenario } from 'scenewright'
import { bye, hello as greeting } from './shared/texts.ts'
export default scenario({
  title: 'Opening hours \u{1f550}',
  trigger_description: 'The customer asks when the shop is open.',
  examples: ['When are you open?', 'opening hours please', 'are you open on sunday', 'when do you close', greeting],
  flow: {
    nodes: {
      weekdays: reply(bye, { next: 'over' }),
      over: end(),
    },
  },
})
`,
  ],
  [
    'scenarios/shared/texts.ts',
    `export const bye = 'From nine to five \u{1f550}.'
export const hello = 'opening times'
`,
  ],
  [
    'scenarios/refund.test.yaml',
    `conversations:
  - name: asks for the \u{1f4b8} money
    turns:
      - user: where is my refund
        expect: { starts: refund, walk: [wait_time, contact, done] }
  - name: two topics
    turns:
      - user: Where is my order?
        expect: { starts: orders/track, walk: [on_its_way] }
      - user: and the opening hours
        expect:
          clarifies: [hours, refund]
triggers:
  - starts: refund
    messages: [refund still not here]
`,
  ],
])

const configs = [
  'sources: [scenarios]\n',
  'scenarios: { min_confidence: 60 }\n',
  'suppress:\n  - rule: graph/unreachable\n    files: "scenarios/**"\n    reason: known\n',
  'suppress: [{ rule: text/empty, files: "**", reason: "" }]\nrules: { trigger/few-examples: error }\n',
  'rules:\n  trigger/near-duplicate: off\n  trigger/few-examples: { level: warning }\n',
  'sources: [scenarios/orders, scenarios]\n',
  'rules: [\n',
  'bots: 3\n',
  '',
]

/** The kind of a file, by its name. */
function suffixOf(file: string): string {
  return /\.(?:scenario|test|config)?\.?\w+$/.exec(file)?.[0] ?? ''
}

/** Whole texts for files of a kind, some of them broken. */
export function wholeTexts(file: string): readonly string[] {
  if (file.endsWith('.config.yaml')) return configs
  const same = [...initialTexts].filter(([name]) => suffixOf(name) === suffixOf(file)).map(([, text]) => text)
  const broken = file.endsWith('.ts')
    ? [
        'export default scenario({',
        'export const bye = 1 +\n',
        "import { x } from './shared/missing.ts'\nexport default x\n",
      ]
    : [
        'title: [',
        '',
        'conversations: []\n',
        'title: \u{1f4b8}\nflow: { nodes: { a: END } }\nkey: refund\n',
        '- {a: &x 1, b: *y}\n',
      ]
  return [...same, ...broken]
}

/** Names that a file may be renamed to. */
export function otherNames(file: string): readonly string[] {
  const suffix = suffixOf(file)
  if (file.startsWith('scenarios/shared/')) return ['more', 'other', 'texts'].map(name => `scenarios/shared/${name}.ts`)
  return ['other', 'orders/refund', '\u00fcber/\u{1f4b8} x'].map(name => `scenarios/${name}${suffix}`)
}

const snippets = [
  ...['\u{1f4b8}', ' ', '\n', ':', '#', '"', "'", '- ', '[', '}', '  ', '\u00e9', 'x', '\r\n', '\u200b', '\t'],
  ...['done', 'wait_time', 'contact', 'refund', 'orders/track', 'none', 'END', 'next: done', 'bye', 'key: refund\n'],
  ...[
    '# scenewright-ignore graph/unreachable: reason\n',
    '# scenewright-ignore text/empty:\n',
    '// scenewright-ignore *: x\n',
  ],
  ...[
    '  - Where is my refund?\n',
    '  - track my parcel\n',
    'renamed_from: refund\n',
    'is_active: false\n',
    '4111 1111 1111 1111',
  ],
]

/** A text with one random edit: a key, a snippet, a deletion, a line that moves or repeats, another text, or its repair. */
export function editedText(file: string, text: string, tape: readonly number[]): string {
  const [kind = 0, first = 0, second = 0, third = 0] = tape
  const initial = initialTexts.get(file)
  const points = [...text]
  const at = first % (points.length + 1)
  const lines = text.split('\n')
  const line = first % lines.length
  switch (kind % 9) {
    case 0:
    case 1:
      return [...points.slice(0, at), snippets[second % snippets.length], ...points.slice(at)].join('')
    case 2:
      return points.toSpliced(at, 1 + (second % 8)).join('')
    case 3:
      return lines.toSpliced(line, 1).join('\n')
    case 4:
      return lines.toSpliced(second % (lines.length + 1), 0, lines[line] ?? '').join('\n')
    case 5:
      return wholeTexts(file)[second % wholeTexts(file).length] ?? ''
    case 6: {
      // A word for another one of the same text.
      const words = text.match(/[\w/]+/g) ?? ['']
      const [from = '', to = ''] = [words[second % words.length], words[third % words.length]]
      return from === '' ? text : text.replace(from, () => to)
    }
    case 7:
      return lines.toSpliced(line, 0, `    ${snippets[second % snippets.length]?.trimEnd()}`).join('\n')
    default:
      return initial ?? text
  }
}
