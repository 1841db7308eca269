import { canonicalHash } from '@scenewright/model/canonical-json'
import type { ScenarioModel } from '@scenewright/model/compilation'
import { compareText } from '@scenewright/model/text'

/** The contents of `manifest.json`: the documents, and the source of each. */
export interface Manifest {
  readonly version: 1
  readonly documents: readonly ManifestEntry[]
}

interface ManifestEntry {
  readonly key: string
  /** The source's file, relative to the project's root. */
  readonly source: string
  /** The SHA-256 of the document's canonical JSON, in hexadecimal. */
  readonly hash: string
}

/** The manifest of compiled scenarios, in the order of their keys. */
export function createManifest(scenarios: readonly ScenarioModel[]): Manifest {
  const entries = scenarios.map(({ key, file, document }) => ({ key, source: file, hash: canonicalHash(document) }))
  return { version: 1, documents: entries.sort((a, b) => compareText(a.key, b.key)) }
}

/** The bytes of `manifest.json`. */
export function emitManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`
}
