import { relative, resolve } from 'node:path'
import { saveConversation } from '@scenewright/compiler'
import { isAtOrBelow, OperationError, withForwardSlashes } from '@scenewright/model'
import { findingsText } from '../report/findings-text.ts'
import { visible } from '../terminal/paint.ts'
import type { ChatWorld } from './chat.ts'

/** Where a conversation goes that no file is named for. */
const usualName = 'chat.test.yaml'

/**
 * Saves a conversation test to a file that is named relative to the working folder, or to the usual one, and says where.
 * A file that is none of the project's tests, or cannot take it, is an OperationError.
 */
export async function saveTest(
  test: Parameters<typeof saveConversation>[2],
  name: string,
  { cwd, project, terminal }: ChatWorld,
): Promise<void> {
  const { root, config } = project
  const [first = 'scenarios', ...more] = config.sources ?? ['scenarios']
  const path = name === '' ? resolve(root, first, usualName) : resolve(cwd, name)
  const isBelow = [first, ...more].some(folder => isAtOrBelow(path, resolve(root, folder)))
  if (!isBelow || !/\.test\.ya?ml$/.test(path)) throw noTestFile(name, first)
  const file = withForwardSlashes(relative(root, path))
  const saved = await saveConversation(root, file, test)
  if (!saved.ok) {
    terminal.err(findingsText(saved.findings, root, terminal.color.err))
    throw new OperationError('sources', `"${file}" cannot take a test: it is left as it is`, {
      help: 'mend it first, or name another file',
    })
  }
  const verb = saved.isNew ? 'Written to' : 'Added to'
  terminal.err(`${verb} ${visible(withForwardSlashes(relative(cwd, path)))}; \`scenewright test\` runs it.\n`)
}

function noTestFile(name: string, folder: string): OperationError {
  return new OperationError('usage', `"${name}" is no file of conversation tests`, {
    help: `it is named <name>.test.yaml and lies below a sources folder: /save ${folder}/refund.test.yaml`,
  })
}
