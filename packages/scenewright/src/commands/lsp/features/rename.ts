import { join, posix } from 'node:path'
import { isSearched } from '@scenewright/compiler/source-reader'
import { statsAt } from '@scenewright/model/file-access'
import type { LiveProject } from '@scenewright/workspace/live'
import { type RenameFile, ResponseError, type TextDocumentEdit, type WorkspaceEdit } from 'vscode-languageserver'
import { newSourceFault } from '../../../shell/files.ts'
import type { Feature } from '../feature.ts'
import { type Named, nameAt } from '../name-at.ts'
import { createKeysAtBase, hasOwnKey, newKeys, refused, renameNode, renameScenario, sourcePath } from '../renaming.ts'
import type { Session } from '../session.ts'

/** Rename a node or a scenario, with all references to it. A scenario is renamed with its file. */
export const rename: Feature = {
  capabilities: ({ textDocument }) => ({
    renameProvider: textDocument?.rename?.prepareSupport === true ? { prepareProvider: true } : true,
  }),
  register(session) {
    session.connection.onPrepareRename(request =>
      onPresentTexts(session, async () => {
        const named = await nameAt(session, request)
        if (named === undefined) return null
        const { symbol } = named
        const placeholder = symbol.kind === 'node' ? symbol.id : symbol.key
        // With a free name: what is not possible is refused before the user has typed one.
        await renamed(session, named, freeName(named.live, placeholder))
        return { range: session.range(named.live, named), placeholder }
      }),
    )
    session.connection.onRenameRequest(request =>
      onPresentTexts(session, async () => {
        const named = await nameAt(session, request)
        return named === undefined ? null : renamed(session, named, request.newName)
      }),
    )
  },
}

/** Once more with changes of the disk if it is refused: a file that is not open may have another text than before. */
async function onPresentTexts<Result>(session: Session, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error
    session.lookAtDisk()
    return work()
  }
}

function freeName(live: LiveProject, name: string): string {
  const taken = new Set(
    live
      .reports()
      .flatMap(({ file, scenarios }) => [
        ...scenarios.flatMap(({ key, nodes }) => [key, ...nodes]),
        sourcePath(live, file)?.key,
      ]),
  )
  let free = `${name}-2`
  while (taken.has(free)) free += '2'
  return free
}

async function renamed(session: Session, named: Named, to: string): Promise<WorkspaceEdit> {
  const { live, symbol } = named
  if (symbol.kind === 'node') {
    const { id, scenario } = symbol
    return session.workspaceEdit(live, await renameNode(live, { key: scenario, id, to }))
  }
  const { key } = symbol
  const scenario = await live.scenario(key)
  if (scenario === undefined) throw refused(`no scenario has the key "${key}"`)
  const keysAtBase = createKeysAtBase(session, live)
  const edits = [...(await renameScenario(live, { key, to, keysAtBase }))]
  if (hasOwnKey(scenario)) return session.workspaceEdit(live, edits)
  const path = sourcePath(live, scenario.file)
  if (path?.key !== key) {
    throw refused(`"${scenario.file}" contains several scenarios: write a "key" in each, or rename its export`)
  }
  if (!canRenameFiles(session)) throw refused('the editor cannot rename the file, from whose name the key comes')
  const newFile = path.folder + to + path.suffix
  refuseUnusableName(live, scenario.file, newFile)
  refuseBrokenImports(live, scenario.file, newFile)
  // The keys of the other exports of a TypeScript source begin with that of the default one.
  for (const other of await newKeys(live, scenario.file, { from: key, to })) {
    if (other.key === key) continue
    edits.push(...(await renameScenario(live, { key: other.key, to: other.newKey, keysAtBase })))
  }
  return withFile(session.workspaceEdit(live, edits), {
    kind: 'rename',
    oldUri: session.uriOf(live, scenario.file),
    newUri: session.uriOf(live, newFile),
    options: { overwrite: false },
  })
}

/** The editor would make the other edits, and then fail at the file; or no command would read it. */
function refuseUnusableName({ project }: LiveProject, file: string, newFile: string): void {
  const unread = newFile
    .split('/')
    .slice(0, -1)
    .find(name => !isSearched(name))
  if (unread !== undefined) throw refused(`sources are not looked for in a folder named "${unread}"`)
  // A folder that exists keeps its name.
  const present = file.split('/')
  const names = newFile.split('/').filter(name => !present.includes(name))
  const fault = names.map(newSourceFault).find(each => each !== undefined)
  if (fault !== undefined) throw refused(`"${newFile}" cannot be the name of a file: ${fault}`)
  // Where capitals do not matter, a name that differs only in them is that of the file itself.
  const isItself = file.toLowerCase() === newFile.toLowerCase()
  if (!isItself && statsAt(join(project.root, newFile)) !== undefined) throw refused(`the file "${newFile}" exists`)
}

/** Imports are relative: those of a source that moves to another folder break, and those of files that import it. */
function refuseBrokenImports(live: LiveProject, file: string, newFile: string): void {
  const isMoved = posix.dirname(file) !== posix.dirname(newFile)
  for (const { file: from, dependencies = [] } of live.reports()) {
    const broken = from === file ? (isMoved ? dependencies[0] : undefined) : dependencies.find(name => name === file)
    if (broken === undefined) continue
    throw refused(
      `"${from}" depends on "${broken}" by an import that would break: rename the file in an editor that updates imports`,
    )
  }
}

/** Neovim does not declare `documentChanges`, the only form that such an operation has. */
function canRenameFiles(session: Session): boolean {
  const { resourceOperations } = session.client().capabilities.workspace?.workspaceEdit ?? {}
  return resourceOperations?.includes('rename') === true
}

/** The edits first, and then the new name of the file. */
function withFile({ changes = {} }: WorkspaceEdit, file: RenameFile): WorkspaceEdit {
  const edits = Object.entries(changes).map(([uri, own]): TextDocumentEdit => {
    return { textDocument: { uri, version: null }, edits: own }
  })
  return { documentChanges: [...edits, file] }
}
