import type { Row } from '../../src/row.ts'
import { allRows } from '../../src/rows/all.ts'
import type { Mutation } from './proxy.ts'

/** A field of an answer that a service gets wrong, and the rows that must see it, and no others of that answer. */
export interface BrokenField {
  readonly name: string
  /** All rows about fields of the answer. */
  readonly only: readonly string[]
  readonly rows: readonly string[]
  readonly mutate: Mutation
}

/** An answer that rows are about: whose it is, and where in it the records stand. */
interface Answer {
  readonly operation: string
  readonly path: RegExp
  readonly at: string
}

const answers: readonly Answer[] = [
  { operation: 'GET /bots', path: /^\/bots\?search/, at: 'data[]' },
  { operation: 'POST /bots', path: /^\/bots$/, at: '' },
  { operation: 'POST /bots/{uniqueId}/scenarios', path: /^\/bots\/[^/]+\/scenarios$/, at: '' },
  { operation: 'POST /bot-tools', path: /^\/bot-tools$/, at: '' },
  { operation: 'GET /bot-tools', path: /^\/bot-tools\?/, at: 'data[]' },
  { operation: 'POST /knowledges', path: /^\/knowledges$/, at: '' },
  { operation: 'POST /knowledge-integrity/semantic-duplicates/preflight', path: /preflight$/, at: '' },
  {
    operation: 'GET /knowledge-integrity/semantic-duplicates/journal/{scanId}',
    path: /semantic-duplicates\/journal\/[^?]+$/,
    at: '',
  },
  {
    operation: 'GET /knowledge-integrity/bots/{botUniqueId}/journal/{scanId}',
    path: /bots\/[^/]+\/journal\/[^?]+$/,
    at: '',
  },
  { operation: 'GET /knowledge-transfer', path: /^\/knowledge-transfer\?/, at: 'data[]' },
  { operation: 'POST /bots/{botUniqueId}/dialogues', path: /dialogues$/, at: '' },
  { operation: 'GET /completion-log/journal', path: /journal\?bot_unique_id/, at: 'data[]' },
  { operation: 'GET /bot-agents', path: /^\/bot-agents\?[^&]*$/, at: 'data[]' },
  { operation: 'GET /bot-agents/{uniqueId}', path: /^\/bot-agents\/[^/?]+$/, at: '' },
]

/** The way to a field that the rows call otherwise. */
const nodeText = { id: 'C-095', paths: ['versions[].definition.nodes[].text'] }

/** Every field of every answer left out, or of another type, by turns; and a field too many in every object. */
export const brokenFields: readonly BrokenField[] = answers.flatMap(answer => {
  const method = answer.operation.split(' ')[0]
  const fields = allRows.filter(row => isOf(row, answer.operation)).map(fieldOf)
  const only = fields.map(({ id }) => id)
  const parents = new Set(
    fields.filter(({ id }) => id !== nodeText.id).map(({ paths }) => parted(paths[0] ?? '').parent),
  )
  const mutation =
    (path: string, change: (object: Record<string, unknown>, name: string) => void): Mutation =>
    message => {
      if (message.method !== method || !answer.path.test(message.path) || message.status > 201) return undefined
      const { parent, name } = parted(joined(answer.at, path))
      for (const object of objectsAt(message.body, parent)) change(object, name)
      return { body: message.body }
    }
  return [
    ...fields.map(({ paths: [path = ''] }, index) => ({
      name: `${index % 2 === 0 ? 'without' : 'with another type of'} "${path}" of ${answer.operation}`,
      only,
      rows: fields.filter(one => one.paths.some(other => isWithin(other, path))).map(({ id }) => id),
      mutate: mutation(path, index % 2 === 0 ? leaveOut : changeType),
    })),
    ...Array.from(parents, parent => ({
      name: `with a field too many at "${parent}" of ${answer.operation}`,
      only,
      rows: fields
        .filter(one => one.id !== nodeText.id && parted(one.paths[0] ?? '').parent === parent)
        .map(({ id }) => id),
      mutate: mutation(joined(parent, 'unlisted'), (object, name) => Object.assign(object, { [name]: 1 })),
    })),
  ]
})

function isOf({ operation, requirement }: Row, wanted: string): boolean {
  return / has "/.test(requirement) && operation.split(' and ').includes(wanted)
}

function fieldOf({ id, requirement }: Row): { readonly id: string; readonly paths: readonly string[] } {
  if (id === nodeText.id) return nodeText
  const named = / has ((?:"[^"]+", )+)/.exec(requirement)?.[1] ?? ''
  return { id, paths: Array.from(named.matchAll(/"([^"]+)"/g), ([, name = '']) => name) }
}

function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[]`)
}

function leaveOut(object: Record<string, unknown>, name: string): void {
  delete object[name]
}

function changeType(object: Record<string, unknown>, name: string): void {
  const isDeep = typeof object[name] === 'object' && object[name] !== null
  if (name in object) object[name] = isDeep ? 7 : {}
}

function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

function parted(path: string): { readonly parent: string; readonly name: string } {
  const end = path.lastIndexOf('.')
  return { parent: path.slice(0, Math.max(end, 0)), name: path.slice(end + 1) }
}

function objectsAt(root: unknown, path: string): readonly Record<string, unknown>[] {
  let values: readonly unknown[] = [root]
  for (const step of path === '' ? [] : path.split('.')) {
    const name = step.replace('[]', '')
    values = values.flatMap(value => (value as Record<string, unknown>)[name] ?? [])
  }
  return values as readonly Record<string, unknown>[]
}
