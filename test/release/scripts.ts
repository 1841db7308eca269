import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterFile } from '../../packages/scenewright/test/clean-up.ts'

export const root = fileURLToPath(new URL('../../', import.meta.url))

interface PublishablePackage {
  readonly folder: string
  readonly path: string
  readonly manifest: { readonly name: string; readonly version: string }
}

interface Judged {
  readonly problems: readonly string[]
  readonly detail?: string
}

interface NamedVersion {
  readonly place: string
  readonly version: string
}

/** The scripts of a release, which are plain JavaScript, with the types of what the tests use of them. */
interface Scripts {
  sectionOf(changelog: string, wanted: string): string | undefined
  releaseSection(changelog: string, version: string, date: string): string
  publishablePackages(root: string): readonly PublishablePackage[]
  withFullLinks(text: string, address: string): string
  namedVersions(root: string): readonly NamedVersion[]
  prepare(root: string, version: string, date: string): readonly string[]
  checkVersions(places: readonly NamedVersion[], tag?: string): Judged
  checkChangelog(changelog: string, tag?: string): Judged
  inspectTarball(
    tarball: string,
    options: { readonly privateNames: readonly string[]; readonly buildFolder: string },
  ): { readonly problems: readonly string[]; readonly files: readonly string[] }
  createSbom(root: string, item: PublishablePackage): Promise<string>
  validateSbom(text: string): Promise<unknown>
  lintDockerfile(root: string): readonly string[]
  lintWorkflows(root: string): Promise<readonly string[]>
}

const files = ['changelog', 'links', 'packages', 'versions', 'prepare', 'check', 'tarball', 'sbom', 'lint']

export const scripts: Scripts = Object.assign(
  {},
  ...(await Promise.all(files.map(name => import(join(root, `scripts/release/${name}.mjs`))))),
)

/** A new folder that holds these files; gone after the tests. */
export function folderWith(contents: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'scenewright-release-'))
  afterFile(() => rm(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(contents)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}
