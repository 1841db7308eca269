// The software bill of materials of a published package, in CycloneDX JSON: the packages inside its bundles, and those
// that npm installs with it, in the versions of pnpm-lock.yaml.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Contrib, Enums, Models, Serialize, Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { parse } from 'yaml'

const spec = Spec.Spec1dot6

/** Resolves with the text of the document; it depends only on the lockfile and the build. */
export async function createSbom(root, { folder, path, manifest }) {
  const lock = parse(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'))
  const main = componentOf(manifest, Enums.ComponentType.Application)
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: main }) })
  const components = new Map()
  const add = (source, delivery) => {
    const key = `${source.name}@${source.version}`
    const known = components.get(key)
    const component = known ?? componentOf(source, Enums.ComponentType.Library, hashOf(lock, key))
    component.properties.add(new Models.Property('scenewright:delivery', delivery))
    components.set(key, component)
    bom.components.add(component)
    return component
  }
  for (const source of bundledPackages(folder)) {
    main.dependencies.add(add(readManifest(join(root, source)), 'bundled').bomRef)
  }
  const installed = installedPackages(root, lock, path)
  for (const { name, version, source } of installed.packages) add(source ?? { name, version }, 'installed')
  for (const [from, to] of installed.edges) {
    const dependent = from === undefined ? main : components.get(from)
    dependent.dependencies.add(components.get(to).bomRef)
  }
  return new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(spec)).serialize(bom, {
    sortLists: true,
    space: 2,
  })
}

/** Resolves with the errors of a document in the strict schema of CycloneDX, or null. */
export function validateSbom(text) {
  return new Validation.JsonStrictValidator(spec.version).validate(text)
}

function componentOf({ name, version, description, license }, type, hash) {
  const licenses = new Contrib.License.Factories.LicenseFactory(() => {})
  const purl = `pkg:npm/${name.replace(/^@/, '%40')}@${version}`
  const [, group, plain] = /^(?:(@[^/]+)\/)?(.+)$/.exec(name)
  return new Models.Component(type, plain, {
    bomRef: purl,
    purl,
    version,
    ...(group !== undefined && { group }),
    ...(description !== undefined && { description }),
    ...(hash !== undefined && { hashes: new Models.HashDictionary([[Enums.HashAlgorithm['SHA-512'], hash]]) }),
    licenses: new Models.LicenseRepository(typeof license === 'string' ? [licenses.makeFromString(license)] : []),
  })
}

/** The folders of the packages that the build recorded, relative to the root. */
function bundledPackages(folder) {
  const record = join(folder, 'generated/bundled.json')
  if (!existsSync(record)) throw new Error(`no record of bundles in ${record}: run \`npm run build\``)
  return JSON.parse(readFileSync(record, 'utf8'))
}

/** The dependencies of a package and theirs, with edges between `name@version`; from undefined: the package itself. */
function installedPackages(root, lock, path) {
  const packages = []
  const edges = []
  const seen = new Set()
  const visit = (from, dependencies = {}) => {
    for (const [name, reference] of Object.entries(dependencies)) {
      const wanted = typeof reference === 'string' ? reference : reference.version
      // A package of this workspace: bundled, or published with its own bill of materials.
      if (wanted.startsWith('link:')) continue
      const id = lock.snapshots[wanted] === undefined ? `${name}@${wanted}` : wanted
      const key = id.replace(/\(.*$/, '')
      edges.push([from, key])
      if (seen.has(id)) continue
      seen.add(id)
      const [, realName, version] = /^(.+)@([^@]+)$/.exec(key)
      packages.push({ name: realName, version, source: installedManifest(root, id, realName) })
      const { dependencies: next, optionalDependencies } = lock.snapshots[id]
      visit(key, { ...next, ...optionalDependencies })
    }
  }
  visit(undefined, lock.importers[path]?.dependencies)
  return { packages, edges }
}

/** An optional package for another platform is in the lockfile, but not on disk. */
function installedManifest(root, id, name) {
  const plain = id.replaceAll('/', '+').replace(/\(/, '_').replaceAll(')(', '_').replace(/\)+$/, '')
  const folder = join(root, 'node_modules/.pnpm', plain, 'node_modules', name)
  return existsSync(folder) ? readManifest(folder) : undefined
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

/** SHA-512 in hexadecimal, of the tarball in the registry. */
function hashOf(lock, key) {
  const integrity = lock.packages[key]?.resolution?.integrity
  return integrity?.startsWith('sha512-') ? Buffer.from(integrity.slice(7), 'base64').toString('hex') : undefined
}
