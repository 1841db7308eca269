import { isWithin, type LiveProject, occurrenceAt } from '@scenewright/workspace/live'
import type {
  Location,
  RenameFile,
  TextDocumentEdit,
  TextDocumentPositionParams,
  WorkspaceEdit,
} from 'vscode-languageserver'
import { acceptancesFile, acceptedKeys } from '../accepted-keys.ts'
import type { Feature } from '../feature.ts'
import { hasOwnKey, refused, renameNode, renameScenario, sourcePath } from '../renaming.ts'
import type { Session } from '../session.ts'

/** Rename a node or a scenario, with all references to it. A scenario is renamed with its file. */
export const rename: Feature = {
  capabilities: ({ textDocument }) => ({
    renameProvider: textDocument?.rename?.prepareSupport === true ? { prepareProvider: true } : true,
  }),
  register(session) {
    session.connection.onPrepareRename(async request => {
      const named = await nameAt(session, request)
      if (named === undefined) return null
      const placeholder = 'id' in named ? named.id : named.key
      // With a free name: what is not possible is refused before the user has typed one.
      await renamed(session, named, freeName(named.live, placeholder))
      return { range: named.at.range, placeholder }
    })
    session.connection.onRenameRequest(async request => {
      const named = await nameAt(session, request)
      return named === undefined ? null : renamed(session, named, request.newName)
    })
  },
}

/** A name at a position: a scenario's key, or the id of a node with the key of its scenario, if it is known. */
type Named = { readonly live: LiveProject; readonly at: Location } & (
  | { readonly key: string }
  | { readonly id: string; readonly scenario: string | undefined }
)

async function nameAt(session: Session, request: TextDocumentPositionParams): Promise<Named | undefined> {
  const source = await session.sourceAt(request)
  if (source === undefined) return acceptedKeyAt(session, request)
  const { live, file, position } = source
  const found = occurrenceAt(source.source, file, position)
  if (found === undefined) return undefined
  const { symbol } = found
  const at = session.location(live, found)
  return symbol.kind === 'node' ? { live, at, id: symbol.id, scenario: symbol.scenario } : { live, at, key: symbol.key }
}

async function acceptedKeyAt(
  session: Session,
  { textDocument, position }: TextDocumentPositionParams,
): Promise<Named | undefined> {
  const live = await session.live()
  if (live === undefined || session.fileOf(live, textDocument.uri) !== acceptancesFile) return undefined
  const cursor = session.position(live, acceptancesFile, position)
  const found = (await acceptedKeys(live)).find(({ range }) => isWithin(cursor, range))
  return found && { live, at: session.location(live, found), key: found.key }
}

function freeName(live: LiveProject, name: string): string {
  const taken = new Set(
    live.reports().flatMap(({ scenarios }) => scenarios.flatMap(({ key, nodes }) => [key, ...nodes])),
  )
  let free = `${name}-2`
  while (taken.has(free)) free += '2'
  return free
}

async function renamed(session: Session, named: Named, to: string): Promise<WorkspaceEdit> {
  const { live } = named
  if ('id' in named) {
    const { id, scenario } = named
    return session.workspaceEdit(live, await renameNode(live, { key: scenario, id, to }))
  }
  const { key } = named
  const scenario = await live.scenario(key)
  if (scenario === undefined) throw refused(`no scenario has the key "${key}"`)
  const edits = session.workspaceEdit(live, await renameScenario(live, { key, to }))
  if (hasOwnKey(scenario)) return edits
  const path = sourcePath(live, scenario.file)
  if (path?.key !== key) {
    throw refused(`"${scenario.file}" contains several scenarios: write a "key" in each, or rename its export`)
  }
  if (!canRenameFiles(session)) throw refused('the editor cannot rename the file, from whose name the key comes')
  return withFile(edits, {
    kind: 'rename',
    oldUri: session.uriOf(live, scenario.file),
    newUri: session.uriOf(live, path.folder + to + path.suffix),
    options: { overwrite: false },
  })
}

function canRenameFiles(session: Session): boolean {
  const { documentChanges, resourceOperations } = session.client().capabilities.workspace?.workspaceEdit ?? {}
  return documentChanges === true && resourceOperations?.includes('rename') === true
}

/** The edits first, and then the new name of the file. */
function withFile({ changes = {} }: WorkspaceEdit, file: RenameFile): WorkspaceEdit {
  const edits = Object.entries(changes).map(([uri, own]): TextDocumentEdit => {
    return { textDocument: { uri, version: null }, edits: own }
  })
  return { documentChanges: [...edits, file] }
}
