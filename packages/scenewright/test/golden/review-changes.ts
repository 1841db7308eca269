import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commit, git, put, repositoryWith } from '../../../workspace/test/git-repository.ts'
import { exampleBot } from '../run.ts'

/** A change as one pull request has it, below the folder of the example shop. */
interface ReviewChange {
  /** Each text stands once in its file. */
  readonly edits?: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>>
  readonly files?: Readonly<Record<string, string>>
  /** By `git mv`, before the edits. */
  readonly moves?: Readonly<Record<string, string>>
  /** Files that the base has too, and the example shop does not. */
  readonly before?: Readonly<Record<string, string>>
}

const thief = `title: Stop an order
trigger_description: The customer wants to stop an order that is on its way.
description: Ask the warehouse before you change what this says.
examples:
  - stop my order please
  - don't send my order
  - I no longer want what I ordered
  - please cancel what I ordered
  - cancel order please, I changed my mind
exclusions:
  - Where is my order?
flow:
  nodes:
    call: { text: "Call the warehouse within the hour: 0800 555 0199.", next: choice }
    choice:
      text: >-
        Say the number of the order first. If the parcel has not left the building, the colleague takes it
        off the belt and you get your money back on the same day. If it has left, nobody can stop it, and you
        send it back once it has come.
      next: [{ to: thanks, priority: 1 }, { to: done, priority: 2 }]
    thanks: { text: Thank you for calling., next: done }
    done: END
`

const forty = Array.from({ length: 40 }, (_, index) => `topics/topic-${String(index + 1).padStart(2, '0')}`)

function topic(key: string, form: 'block' | 'flow'): string {
  const name = key.slice('topics/'.length)
  return form === 'block'
    ? `title: About ${name}
trigger_description: The customer asks about ${name}.
examples: [What is ${name}?, tell me about ${name}]
flow:
  nodes:
    answer: { text: "All about ${name} is in the brochure.", next: done }
    done: END
`
    : `# Ours since spring.
title: "About ${name}"
trigger_description: >-
  The customer asks
  about ${name}.
examples:
  - 'What is ${name}?'
  - tell me about ${name}
flow:
  nodes:
    answer:
      text: All about ${name} is in the brochure.
      next: done
    done: END
`
}

const fortyFiles = (form: 'block' | 'flow') =>
  Object.fromEntries(forty.map(key => [`scenarios/${key}.scenario.yaml`, topic(key, form)]))

const cancel = 'scenarios/orders/cancel.scenario.yaml'
const newsletter = 'scenarios/account/newsletter.scenario.yaml'
const damaged = 'scenarios/delivery/damaged-parcel.scenario.yaml'

/** What reviewers of a bot read most often, one change each. */
export const reviewChanges = {
  'copy-edit': {
    edits: {
      'scenarios/returns/refund-status.scenario.ts': [
        ['take another 3 to 5 working days', 'take another 5 to 7 working days'],
      ],
      [cancel]: [
        [
          'You can refuse the parcel at the door, or\n        accept it and send it back within 30 days without giving a reason.',
          'Accept it and send it back within 30 days; you need not\n        give a reason, and we pay for the label that comes with the parcel.',
        ],
      ],
    },
  },
  threshold: { edits: { [damaged]: [['priority: 50\n', 'priority: 50\nmin_confidence: 90\n']] } },
  'moved-example': {
    edits: {
      [cancel]: [["  - stop the order, I don't need it\n", '']],
      'scenarios/orders/change.scenario.yaml': [
        ['  - Can I still add items?\n', "  - Can I still add items?\n  - stop the order, I don't need it\n"],
      ],
    },
  },
  thief: { files: { 'scenarios/orders/stop.scenario.yaml': thief } },
  'exclusion-removed': { edits: { [newsletter]: [['  - I want to delete my account\n', '']] } },
  'node-inserted': {
    edits: {
      [cancel]: [
        [
          'without giving a reason.\n      next: money\n',
          `without giving a reason.
      next: carrier
    carrier:
      title: At the door
      text: Some carriers take a parcel back at the door; the e-mail about the shipping says which.
      next: money
`,
        ],
      ],
    },
  },
  'edge-retargeted': { edits: { [damaged]: [['        - to: report\n', '        - to: outcome\n']] } },
  title: { edits: { [newsletter]: [['title: Newsletter\n', 'title: Newsletter and advertising\n']] } },
  'file-move': {
    moves: { [newsletter]: 'scenarios/messages/subscription.scenario.yaml' },
    edits: {
      'scenarios/messages/subscription.scenario.yaml': [
        ['gets a code for 5 euros off', 'gets a code for 10 euros off'],
      ],
    },
  },
  'shared-constant': {
    edits: { 'shared/wording.ts': [["returnPeriod = '30 days'", "returnPeriod = '14 days'"]] },
  },
  reformatted: { before: fortyFiles('block'), files: fortyFiles('flow') },
  'config-margin': {
    edits: {
      'scenewright.config.yaml': [
        [
          '  scenario_clarify_min_confidence: 60\n  scenario_clarify_margin: 8\n',
          '  scenario_clarify_min_confidence: 30\n  scenario_clarify_margin: 70\ndiff: { levels: { setting-changed: off } }\n',
        ],
      ],
    },
  },
} as const satisfies Readonly<Record<string, ReviewChange>>

export type ReviewName = keyof typeof reviewChanges

/** A repository with the shop on `main`, and the change in a commit on `work`. */
export async function changedShop(name: ReviewName): Promise<string> {
  const { edits = {}, files = {}, moves = {}, before = {} }: ReviewChange = reviewChanges[name]
  const cwd = await repositoryWith({})
  cpSync(exampleBot('shop'), cwd, { recursive: true, filter: path => !path.includes('.scenewright') })
  put(cwd, before)
  commit(cwd, 'the shop')
  git(cwd, 'switch', '--quiet', '--create', 'work')
  for (const [from, to] of Object.entries(moves)) {
    put(cwd, { [to]: readFileSync(join(cwd, from), 'utf8') })
    rmSync(join(cwd, from))
  }
  for (const [path, replacements] of Object.entries(edits)) {
    let text = readFileSync(join(cwd, path), 'utf8')
    for (const [from, to] of replacements) {
      if (text.split(from).length !== 2) throw new Error(`${path} does not hold "${from}" once`)
      text = text.replace(from, () => to)
    }
    writeFileSync(join(cwd, path), text)
  }
  put(cwd, files)
  commit(cwd, name)
  return cwd
}
