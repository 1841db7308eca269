// The places with the version of a release: the manifests of the published packages, and files that users copy.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { publishablePackages } from './packages.mjs'

/** Files that tell users which version to install. */
const files = [
  'README.md',
  'docs/ci.md',
  'docs/install.md',
  'docs/pre-commit.md',
  'action.yml',
  'templates/scenewright.yml',
  '.pre-commit-hooks.yaml',
]

const semver = String.raw`\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]*[0-9A-Za-z])?`
const mention = new RegExp(String.raw`(?<=\bscenewright(?:-service)?@v?|\brev: v)${semver}`, 'g')

export function isVersion(text) {
  return new RegExp(`^${semver}$`).test(text)
}

/** Every place with the version of the release: `{ place, version }`. */
export function namedVersions(root) {
  const manifests = publishablePackages(root).map(({ path, manifest }) => ({
    place: `${path}/package.json`,
    version: manifest.version,
  }))
  const mentions = files.flatMap(file =>
    [...textOf(root, file).matchAll(mention)].map(([version]) => ({ place: file, version })),
  )
  return [...manifests, ...mentions]
}

/** Writes a version to each of those places; returns the changed files. */
export function setVersion(root, version) {
  const changed = []
  const write = (file, before, after) => {
    if (before === after) return
    writeFileSync(join(root, file), after)
    changed.push(file)
  }
  for (const { path, manifest } of publishablePackages(root)) {
    const file = `${path}/package.json`
    const before = readFileSync(join(root, file), 'utf8')
    write(file, before, before.replace(`"version": ${JSON.stringify(manifest.version)}`, `"version": "${version}"`))
  }
  for (const file of files) {
    const before = textOf(root, file)
    write(file, before, before.replace(mention, version))
  }
  return changed
}

function textOf(root, file) {
  try {
    return readFileSync(join(root, file), 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return ''
    throw error
  }
}
