import type { Place } from '@scenewright/model'
import { isWithin, type LiveProject, occurrenceAt, type ProjectSymbol } from '@scenewright/workspace/live'
import type { TextDocumentPositionParams } from 'vscode-languageserver'
import { acceptancesFile, acceptedKeys } from './accepted-keys.ts'
import type { Session } from './session.ts'

/** A name at a position, and what it stands for. */
export interface Named extends Place {
  readonly live: LiveProject
  readonly symbol: ProjectSymbol
}

/** The name of a node or a scenario at a position of a source, or of a scenario in the file of accepted changes. */
export async function nameAt(session: Session, request: TextDocumentPositionParams): Promise<Named | undefined> {
  const at = await session.sourceAt(request)
  if (at === undefined) return acceptedKeyAt(session, request)
  const found = occurrenceAt(at.source, at.file, at.position)
  return found && { live: at.live, ...found }
}

async function acceptedKeyAt(
  session: Session,
  { textDocument, position }: TextDocumentPositionParams,
): Promise<Named | undefined> {
  const live = await session.live()
  if (live === undefined || session.fileOf(live, textDocument.uri) !== acceptancesFile) return undefined
  const cursor = session.position(live, acceptancesFile, position)
  const found = (await acceptedKeys(live)).find(({ range }) => isWithin(cursor, range))
  return found && { live, symbol: { kind: 'scenario', key: found.key }, file: found.file, range: found.range }
}
