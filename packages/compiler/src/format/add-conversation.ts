import { InternalError } from '@scenewright/model'
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
 * Adds a conversation after those in a file of tests. The result is already formatted, with its line endings and all
 * comments; a file that is not a valid file of tests has findings instead.
 */
export async function addConversation(
  file: string,
  text: string,
  conversation: ConversationToPrint,
): Promise<Formatting> {
  const before = await compileText({ file, key: 'a', text })
  if (before.tests === undefined || before.findings.length > 0) return { ok: false, findings: before.findings }
  const formatting = await formatYaml(file, withLineEnd(text, '\n'))
  if (!formatting.ok) return formatting
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
