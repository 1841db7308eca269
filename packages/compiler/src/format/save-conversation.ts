import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Finding, OperationError } from '@scenewright/model'
import { fileFault } from '@scenewright/model/file-access'
import { readSource } from '../read/read-source.ts'
import { unreadFinding } from '../read/unread.ts'
import { type ConversationToPrint, printTests } from './print-tests.ts'
import { replaceFile } from './replace-file.ts'

/** The result of saving a conversation, or the reason why it could not be added. In that case the file is unchanged. */
export type SavedConversation =
  | { readonly ok: true; readonly isNew: boolean }
  | { readonly ok: false; readonly findings: readonly Finding[] }

/**
 * Saves a conversation as a test: in an existing file of tests, whose content is preserved, or in a new one. `file` is
 * relative to `root`, with forward slashes. A file that cannot be written is an OperationError.
 */
export async function saveConversation(
  root: string,
  file: string,
  conversation: ConversationToPrint,
): Promise<SavedConversation> {
  const path = join(root, file)
  if (!existsSync(path)) {
    await writeNew(path, file, newTestFile(conversation))
    return { ok: true, isNew: true }
  }
  const read = readSource(path)
  if (!('text' in read)) {
    return { ok: false, findings: [unreadFinding({ file, scenario: null, message: read.fault, at: read.at })] }
  }
  const added = await appendConversation(file, read.text, conversation)
  if (!added.ok) return added
  await replaceFile(path, added.text)
  return { ok: true, isNew: false }
}

/** The text of a new file of tests with one conversation. */
export function newTestFile(conversation: ConversationToPrint): string {
  return printTests({ conversations: [conversation] })
}

/** The text of a file of tests with one more conversation, or the reason why it cannot be added. */
export async function appendConversation(
  file: string,
  text: string,
  conversation: ConversationToPrint,
): Promise<
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly findings: readonly Finding[] }
> {
  // Loaded here: it needs the YAML library, and every command loads this file.
  const { addConversation } = await import('./add-conversation.ts')
  return addConversation(file, text, conversation)
}

/** Never overwrites a file that was created in the meantime. */
async function writeNew(path: string, file: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text, { flag: 'wx' })
  } catch (cause) {
    throw new OperationError('usage', `"${file}" cannot be written: ${fileFault(cause)}`, { cause })
  }
}
