import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNode } from '../run-node.mjs'
import { temporary } from '../temporary.mjs'
import { installPeers, peersFolder } from './install.mjs'

/** Installs another linter and writes its documents; resolves with the program that lints them all. */
export async function preparePeer(peer, documents) {
  await installPeers()
  await requireLinting(peer)
  const sound = Array.from({ length: documents }, (_, index) => peer.document(index))
  return program(peer, write(peer, 'sound', sound))
}

/** A linter that reports nothing for a document with an error has not linted. */
async function requireLinting(peer) {
  const sound = peer.document(0)
  const spoilt = peer.spoil(sound)
  const lint = program(peer, write(peer, 'spoilt', [spoilt]))
  const outcome = await runNode(lint, 'stderr').then(
    () => 'nothing',
    ({ message }) => message,
  )
  if (!outcome.includes(peer.rule)) throw new Error(`${peer.name} should report ${peer.rule}, and says: ${outcome}`)
}

function write({ name, settings, suffix }, kind, documents) {
  const folder = join(temporary, `${name}-${kind}`)
  mkdirSync(join(folder, 'documents'), { recursive: true })
  writeFileSync(join(folder, settings.file), settings.text)
  for (const [index, text] of documents.entries()) {
    writeFileSync(join(folder, 'documents', `case-${index}.${suffix}`), text)
  }
  return folder
}

function program({ args: [bin, ...args] }, folder) {
  return { args: [join(peersFolder, 'node_modules/.bin', bin), ...args], cwd: folder }
}
