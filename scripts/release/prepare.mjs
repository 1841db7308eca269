// npm run release:prepare -- 0.2.0
// Writes the version where it is named, and moves the unreleased changes of CHANGELOG.md below it. Commits nothing.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import semver from 'semver'
import { releaseSection } from './changelog.mjs'
import { publishablePackages } from './packages.mjs'
import { isVersion, setVersion } from './versions.mjs'

const usage = 'usage: npm run release:prepare -- <version> [--date <YYYY-MM-DD>]'

/** Prepares the release in a checkout; throws before anything is written if there is a problem. */
export function prepare(root, version, date) {
  if (!isVersion(version)) throw new Error(`"${version}" is not a version such as 0.2.0 or 0.2.0-rc.1`)
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw new Error(`"${date}" is not a date such as 2026-12-24`)
  const path = join(root, 'CHANGELOG.md')
  const changelog = releaseSection(readFileSync(path, 'utf8'), version, date)
  // The first release may have the version of the manifests. No release has it twice: the changelog has its section.
  for (const { manifest } of publishablePackages(root)) {
    if (semver.lt(version, manifest.version)) throw new Error(`${version} is below the version ${manifest.version}`)
  }
  const changed = setVersion(root, version)
  writeFileSync(path, changelog)
  return ['CHANGELOG.md', ...changed]
}

function main() {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { date: { type: 'string' } } })
  const [version, ...others] = positionals
  if (version === undefined || others.length > 0) throw new Error(usage)
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const date = values.date ?? new Date().toISOString().slice(0, 10)
  for (const file of prepare(root, version.replace(/^v/, ''), date)) console.log(`  ${file}`)
  console.log('\nNext: npm run release:check, then commit, merge and tag. docs/releasing.md has the steps.')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    main()
  } catch (error) {
    console.error(error.message)
    process.exitCode = 2
  }
}
