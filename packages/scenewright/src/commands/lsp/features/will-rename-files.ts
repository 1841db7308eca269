import type { Edit } from '@scenewright/model'
import type { LiveProject } from '@scenewright/workspace/live'
import { ResponseError } from 'vscode-languageserver'
import type { Feature } from '../feature.ts'
import { createKeysAtBase, newKeys, renameScenario, sourcePath } from '../renaming.ts'

/** When files are renamed, keep the identity of their scenarios: write `renamed_from`, and update all references. */
export const willRenameFiles: Feature = {
  capabilities: () => ({
    workspace: {
      fileOperations: {
        willRename: {
          filters: [
            { scheme: 'file', pattern: { glob: '**/*.scenario.{yaml,yml,ts}', matches: 'file' } },
            { scheme: 'file', pattern: { glob: '**', matches: 'folder' } },
          ],
        },
      },
    },
  }),
  register(session) {
    const { connection } = session
    connection.workspace.onWillRenameFiles(async ({ files }) => {
      session.lookAtDisk()
      const live = await session.live()
      if (live === undefined) return null
      const edits: Edit[] = []
      const keysAtBase = createKeysAtBase(session, live)
      const renamed = files.map(({ oldUri, newUri }) => {
        const [from, to] = [session.fileOf(live, oldUri), session.fileOf(live, newUri)]
        return from === undefined || to === undefined ? [] : keysIn(live, from, to)
      })
      const keys = (await Promise.all(renamed)).flat()
      const leaving = new Set(keys.map(({ key }) => key))
      for (const { key, newKey } of keys) {
        try {
          edits.push(...(await renameScenario(live, { key, to: newKey, keysAtBase, leaving })))
        } catch (error) {
          if (!(error instanceof ResponseError)) throw error
          connection.window.showWarningMessage(`The references to "${key}" stay: ${error.message}.`)
        }
      }
      return edits.length === 0 ? null : session.workspaceEdit(live, edits)
    })
  },
}

/** The scenarios in a file, or in all files of a folder, that get a new key from their new path. */
async function keysIn(live: LiveProject, from: string, to: string): ReturnType<typeof newKeys> {
  const moved = live.reports().filter(({ file }) => file === from || file.startsWith(`${from}/`))
  const keys = moved.map(async ({ file }) => {
    const before = sourcePath(live, file)?.key
    const after = sourcePath(live, to + file.slice(from.length))?.key
    const isRenamed = before !== undefined && after !== undefined && before !== after
    return isRenamed ? newKeys(live, file, { from: before, to: after }) : []
  })
  return (await Promise.all(keys)).flat()
}
