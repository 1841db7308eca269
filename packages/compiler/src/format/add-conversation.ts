import { isDeepStrictEqual } from 'node:util'
import { InternalError } from '@scenewright/model'
import { canonicalJson } from '@scenewright/model/canonical-json'
import type { CompiledSource } from '@scenewright/model/compilation'
import { lineEndOf, withLineEnd } from '@scenewright/model/text'
import { compileText } from '../compile-source.ts'
import { attachComments } from './attach-comments.ts'
import { printFile, splitHeader } from './file-header.ts'
import { type Formatting, formatYaml } from './format-yaml.ts'
import { type Collection, type Entry, listLayout, mappingLayout } from './layout.ts'
import { readMeaning } from './meaning.ts'
import { type ConversationToPrint, printTests } from './print-tests.ts'
import { readLayout } from './read-layout.ts'

/**
 * Adds a conversation after those in a file of tests, with its line endings and all comments. Nothing else changes if
 * lines can be inserted below those of the list; otherwise the file is formatted. A file that is not a valid file of
 * tests has findings instead.
 */
export async function addConversation(
  file: string,
  text: string,
  conversation: ConversationToPrint,
): Promise<Formatting> {
  const before = await compileText({ file, key: 'a', text })
  if (before.tests === undefined || before.findings.length > 0) return { ok: false, findings: before.findings }
  const plain = withLineEnd(text, '\n')
  const formatting = await formatYaml(file, plain)
  if (!formatting.ok) return formatting
  if (plain !== formatting.text) {
    const inserted = await insertConversation(file, plain, { before, conversation })
    if (inserted !== undefined) return { ok: true, text: withLineEnd(inserted, lineEndOf(text)) }
  }
  const compiled = await compileText({ file, key: 'a', text: formatting.text })
  const layout = readLayout(formatting.text)
  if (layout === undefined) throw new InternalError(`"${file}" has tests, and no layout`)
  const { header, body } = splitHeader(attachComments(layout, formatting.text, compiled.suppressions))
  const added = printFile(header, withConversation(body, conversation))
  const after = await compileText({ file, key: 'a', text: added })
  const meanings = [await readMeaning(formatting.text, compiled), await readMeaning(added, after)]
  const isKept = new Set(meanings.map(({ comments }) => JSON.stringify(comments))).size === 1
  const isAdded = after.tests?.conversations.length === before.tests.conversations.length + 1
  if (isKept && isAdded && after.findings.length === 0) return { ok: true, text: withLineEnd(added, lineEndOf(text)) }
  throw new InternalError(`a conversation cannot be added to "${file}" without changing its other content`)
}

/**
 * Inserts lines for the conversation, and changes nothing else. Undefined if the new text would mean something else, for
 * example because the list is in brackets. YAML has too many forms to predict that, so the result is compared.
 */
async function insertConversation(
  file: string,
  text: string,
  { before, conversation }: { readonly before: CompiledSource; readonly conversation: ConversationToPrint },
): Promise<string | undefined> {
  const added = printTests({ conversations: [conversation] })
  const inserted = withAddedLines(text, added.trimEnd().split('\n'))
  const meaningOf = async (each: string, compiled?: CompiledSource) =>
    readMeaning(each, compiled ?? (await compileText({ file, key: 'a', text: each })))
  const [present, alone, after] = [await meaningOf(text, before), await meaningOf(added), await meaningOf(inserted)]
  const { conversations = [], ...others } = JSON.parse(present.content)
  const wanted = { ...others, conversations: [...conversations, ...JSON.parse(alone.content).conversations] }
  const isSame = isDeepStrictEqual({ ...after, content: '' }, { ...present, content: '' })
  return isSame && after.content === canonicalJson(wanted) ? inserted : undefined
}

/** Inserts the lines of a list of conversations below those that are there, or at the end. */
function withAddedLines(text: string, [key = '', ...items]: readonly string[]): string {
  const lines = text.split('\n')
  const start = lines.findIndex(line => /^conversations:\s*(?:#.*)?$/.test(line))
  const next = start === -1 ? -1 : lines.findIndex((line, index) => index > start && /^[^\s#-]/.test(line))
  const end = lines.findLastIndex((line, index) => (next === -1 || index < next) && !/^(?:#.*|\s*)$/.test(line)) + 1
  const dash = lines.find((line, index) => index > start && /^ *- /.test(line)) ?? items[0] ?? ''
  const indented = items.map(line => ' '.repeat(dash.indexOf('-')) + line.slice(2))
  return lines.toSpliced(end, 0, ...(start === -1 ? [key, ...items] : indented)).join('\n')
}

function withConversation(body: Collection, conversation: ConversationToPrint): Collection {
  const added = readLayout(printTests({ conversations: [conversation] }))?.entries[0]?.value
  if (added === undefined || added.kind !== 'list') throw new InternalError('a conversation has no layout')
  const place = body.entries.findIndex(isConversations)
  const entries =
    place === -1
      ? [
          ...mappingLayout([['conversations', listLayout([])]]).entries.map(entry => withItems(entry, added)),
          ...body.entries,
        ]
      : body.entries.map((entry, index) => (index === place ? withItems(entry, added) : entry))
  return { ...body, entries }
}

function isConversations({ key }: Entry): boolean {
  return key?.kind === 'scalar' && key.value === 'conversations'
}

/** On separate lines if the list was on one line. */
function withItems(entry: Entry, added: Collection): Entry {
  const { value } = entry
  if (value.kind !== 'list') return entry
  return {
    ...entry,
    value: { ...value, isInline: false, isFlow: false, entries: [...value.entries, ...added.entries] },
  }
}
