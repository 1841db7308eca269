import { InternalError, OperationError } from '@scenewright/model'
import { lineEndOf, withLineEnd } from '@scenewright/model/text'
import { compileText } from '../compile-source.ts'
import { attachComments } from './attach-comments.ts'
import { printFile, splitHeader } from './file-header.ts'
import { type Formatting, formatYaml } from './format-yaml.ts'
import { type Collection, type Entry, type Layout, listLayout, mappingLayout } from './layout.ts'
import { type ConversationToPrint, printTests, type TestsToPrint } from './print-tests.ts'
import { readLayout } from './read-layout.ts'

/** The changes of a file of tests. Indexes count the conversations, the tables and their messages from 0. */
export interface TestRenewal {
  /** The conversations that are replaced; undefined removes one. */
  readonly replaced: ReadonlyMap<number, ConversationToPrint | undefined>
  /** The messages that are removed; a table without messages is removed. */
  readonly isRemoved: (table: number, message: number) => boolean
  /** The tests that are added after those of the file. */
  readonly added: TestsToPrint
}

/**
 * Replaces, removes and adds tests in a file, and keeps its other tests and the comments of all tests that remain. The
 * result is formatted; undefined if no test would remain.
 */
export async function renewTests(file: string, text: string, renewal: TestRenewal): Promise<Formatting | undefined> {
  const formatting = await formatYaml(file, withLineEnd(text, '\n'))
  if (!formatting.ok) return formatting
  const compiled = await compileText({ file, key: 'a', text: formatting.text })
  const layout = readLayout(formatting.text)
  if (layout === undefined) throw new InternalError(`"${file}" has tests, and no layout`)
  const { header, body } = splitHeader(attachComments(layout, formatting.text, compiled.suppressions))
  const renewed = renewBody(body, renewal)
  if (renewed.entries.length === 0) return undefined
  const printed = printFile(header, renewed)
  const { findings } = await compileText({ file, key: 'a', text: printed })
  if (findings.length === 0) return { ok: true, text: withLineEnd(printed, lineEndOf(text)) }
  throw new OperationError('sources', `the tests in "${file}" depend on each other`, {
    help: 'replace the YAML aliases in the file by their values',
  })
}

function renewBody(body: Collection, { replaced, isRemoved, added }: TestRenewal): Collection {
  const lists = new Map(['conversations', 'triggers'].map(name => [name, findItems(added, name)]))
  const entries = body.entries.flatMap((entry): readonly Entry[] => {
    const name = nameOf(entry)
    const more = lists.get(name)
    if (more === undefined || entry.value.kind !== 'list') return [entry]
    lists.delete(name)
    const kept =
      name === 'conversations'
        ? entry.value.entries.flatMap((item, index) => renewItem(item, index, replaced))
        : entry.value.entries.flatMap((item, table) => withoutMessages(item, message => isRemoved(table, message)))
    if (kept.length + more.length === 0) return []
    return [{ ...entry, value: { ...entry.value, isInline: false, isFlow: false, entries: [...kept, ...more] } }]
  })
  const missing = [...lists].flatMap(([name, more]) =>
    more.length === 0 ? [] : mappingLayout([[name, { ...listLayout([]), entries: more }]]).entries,
  )
  return { ...body, entries: [...entries, ...missing] }
}

/** The items of a list in the printed form of these tests. */
function findItems(tests: TestsToPrint, name: string): readonly Entry[] {
  if ((tests.conversations?.length ?? 0) + (tests.triggers?.length ?? 0) === 0) return []
  const list = readLayout(printTests(tests))?.entries.find(entry => nameOf(entry) === name)?.value
  return list?.kind === 'list' ? list.entries : []
}

function renewItem(item: Entry, index: number, replaced: TestRenewal['replaced']): readonly Entry[] {
  if (!replaced.has(index)) return [item]
  const conversation = replaced.get(index)
  const [next] = conversation === undefined ? [] : findItems({ conversations: [conversation] }, 'conversations')
  return next === undefined ? [] : [{ ...item, value: merge(item.value, next.value) }]
}

function withoutMessages(table: Entry, isRemoved: (message: number) => boolean): readonly Entry[] {
  const { value } = table
  if (value.kind !== 'mapping') return [table]
  let count = 0
  const entries = value.entries.map((entry): Entry => {
    if (nameOf(entry) !== 'messages' || entry.value.kind !== 'list') return entry
    const kept = entry.value.entries.filter((_, message) => !isRemoved(message))
    count = kept.length
    return { ...entry, value: { ...entry.value, entries: kept } }
  })
  return count === 0 ? [] : [{ ...table, value: { ...value, entries } }]
}

/** The next value, with the comments of the fields and items that the earlier value has as well. */
function merge(before: Layout, next: Layout): Layout {
  if (before.kind === 'scalar' && next.kind === 'scalar') return before.value === next.value ? before : next
  if (before.kind === 'mapping' && next.kind === 'mapping') {
    const fields = new Map(next.entries.map(entry => [nameOf(entry), entry]))
    const kept = before.entries.flatMap((entry): readonly Entry[] => {
      const field = fields.get(nameOf(entry))
      fields.delete(nameOf(entry))
      return field === undefined ? [] : [{ ...entry, value: merge(entry.value, field.value) }]
    })
    return { ...before, entries: [...kept, ...fields.values()] }
  }
  if (before.kind !== 'list' || next.kind !== 'list') return next
  const isAligned = before.entries.length === next.entries.length
  const entries = next.entries.map((entry, index): Entry => {
    const other = isAligned ? before.entries[index] : undefined
    return other === undefined ? entry : { ...other, value: merge(other.value, entry.value) }
  })
  return { ...before, entries }
}

function nameOf({ key }: Entry): string {
  return key?.kind === 'scalar' ? String(key.value) : ''
}
