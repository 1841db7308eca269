import { cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exampleBot, folderWith } from '../run.ts'

/** What is replaced in a file: each text stands there once. */
type Replacements = readonly (readonly [from: string, to: string])[]

interface BotChange {
  /** Below the sources folder. */
  readonly edits: Readonly<Record<string, Replacements>>
  readonly renames?: Readonly<Record<string, string>>
}

/** One change of each example bot, as a team might make it in a pull request. */
export const botChanges = {
  /** Whoever refuses a parcel is sent to a page of its own, refunds take longer, and the newsletter is off for a while. */
  shop: {
    edits: {
      'orders/cancel.scenario.yaml': [
        ["  - stop the order, I don't need it\n", ''],
        [
          `        Once it is Packed, we can no longer stop it. You can refuse the parcel at the door, or
        accept it and send it back within 30 days without giving a reason.
      next: money
`,
          `        Once it is Packed, we can no longer stop it. Accept the parcel and send it back within
        14 days without giving a reason.
      next: [{ to: carrier, priority: 1 }, { to: money, priority: 2 }]
    carrier:
      title: At the door
      text: Some carriers take a parcel back at the door; the e-mail about the shipping says which.
      next: money
`,
        ],
      ],
      'orders/change.scenario.yaml': [
        ['  - Can I still add items?\n', "  - Can I still add items?\n  - stop the order, I don't need it\n"],
      ],
      'delivery/damaged-parcel.scenario.yaml': [
        ['        - to: report\n', '        - to: outcome\n'],
        ['priority: 50\n', 'priority: 50\nmin_confidence: 90\n'],
      ],
      'returns/refund-status.scenario.ts': [['take another 3 to 5 working days', 'take another 5 to 7 working days']],
      'account/newsletter.scenario.yaml': [
        ['clarification_label: Newsletter\n', 'clarification_label: Newsletter\nis_active: false\n'],
      ],
    },
  },
  /** Emergencies are told elsewhere, results have a block for children, and certificates have another name. */
  clinic: {
    edits: {
      'appointments/house-call.scenario.yaml': [
        ['  start: emergency\n', '  start: request\n'],
        ['до 14:00', 'до 12:00'],
      ],
      'tests/results.scenario.yaml': [
        [
          `      next: meaning
`,
          `      next: children
    children:
      title: Результаты ребёнка
      text: Результаты ребёнка видит в личном кабинете тот из родителей, с кем заключён договор.
      next: meaning
`,
        ],
        ['один-три дня', 'два-три дня'],
        [
          '  - Как подготовиться к анализу крови?\n',
          '  - Как подготовиться к анализу крови?\n  - кто расшифрует мои анализы\n',
        ],
        ['  - кто расшифрует мои анализы\n  - результаты', '  - результаты'],
      ],
      'documents/certificates.scenario.yaml': [
        [
          'title: Справки и больничный\n',
          'title: Справки, выписки и больничный\nrenamed_from: documents/certificates\n',
        ],
      ],
    },
    renames: { 'documents/certificates.scenario.yaml': 'documents/papers.scenario.yaml' },
  },
} as const satisfies { readonly [bot: string]: BotChange }

export type BotName = keyof typeof botChanges

/** A folder with a bot as it is in `base`, and as the change makes it in `head`. */
export async function changedBot(bot: BotName): Promise<string> {
  const cwd = await folderWith({})
  for (const side of ['base', 'head']) {
    cpSync(exampleBot(bot), join(cwd, side), { recursive: true, filter: path => !path.includes('.scenewright') })
  }
  const change: BotChange = botChanges[bot]
  const sources = join(cwd, 'head/scenarios')
  for (const [path, replacements] of Object.entries(change.edits)) {
    let text = readFileSync(join(sources, path), 'utf8')
    for (const [from, to] of replacements) {
      if (text.split(from).length !== 2) throw new Error(`${path} does not hold "${from}" once`)
      text = text.replace(from, () => to)
    }
    writeFileSync(join(sources, path), text)
  }
  for (const [from, to] of Object.entries(change.renames ?? {})) renameSync(join(sources, from), join(sources, to))
  return cwd
}
