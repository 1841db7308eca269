import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const layers: Record<string, readonly string[]> = readJson('layers.json')
const folderOf = (layer: string) => (layer === 'schemas' ? 'schemas' : join('packages', layer))
const layerOf = (name: string) => name.replace('@scenewright/', '')

test('every package is in layers.json', () => {
  expect(['schemas', ...readdirSync(join(root, 'packages'))].sort()).toEqual(Object.keys(layers).sort())
})

test.each(Object.entries(layers))('%s depends only on packages that layers.json allows', (layer, allowed) => {
  const { dependencies = {}, devDependencies = {} } = readJson(join(folderOf(layer), 'package.json'))
  // What a published package bundles is needed to build it alone.
  const isPublished = layer.startsWith('scenewright')
  const needed = isPublished ? { ...dependencies, ...devDependencies } : dependencies
  expect(workspaceLayers(Object.keys(needed)).filter(name => !allowed.includes(name))).toEqual([])
})

test.each(Object.entries(layers))(
  '%s imports only packages that layers.json allows, by the entry points that a package declares',
  (layer, allowed) => {
    const forbidden = importsBelow(join(folderOf(layer), 'src')).filter(({ specifier }) => {
      if (specifier.startsWith('.')) return false
      const isUndeclared = specifier.startsWith('@scenewright/') && !isEntryPoint(specifier)
      return isUndeclared || workspaceLayers([specifier]).some(name => !allowed.includes(name))
    })
    expect(forbidden).toEqual([])
  },
)

test.each(Object.entries(layers))('%s uses everything that layers.json allows', (layer, allowed) => {
  const imported = importsBelow(join(folderOf(layer), 'src')).map(({ specifier }) => specifier)
  const {
    dependencies = {},
    devDependencies = {},
    peerDependencies = {},
  } = readJson(join(folderOf(layer), 'package.json'))
  // A published package bundles others, or loads them when it needs them.
  const bundled = layer.startsWith('scenewright') ? { ...dependencies, ...devDependencies, ...peerDependencies } : {}
  const used = workspaceLayers([...imported, ...Object.keys(bundled)])
  expect(allowed.filter(name => !used.includes(name))).toEqual([])
})

test.each(entryPoints())('$specifier lists at most 30 names, one by one', ({ file }) => {
  const text = readFileSync(join(root, file), 'utf8')
  expect(text).not.toMatch(/^export \*/m)
  const listed = Array.from(text.matchAll(/^export (?:type )?\{([^}]*)\}/gm), ([, names = '']) => names.split(','))
  const declared = text.match(/^export (?!(type )?\{)/gm) ?? []
  expect(listed.flat().filter(name => name.trim() !== '').length + declared.length).toBeLessThanOrEqual(30)
})

test('the command line imports only types from the service, which is a separate package', () => {
  const imports = sourcesBelow('packages/scenewright/src').flatMap(file => {
    const statements = readFileSync(join(root, file), 'utf8').matchAll(/^.*'@scenewright\/service'.*$/gm)
    return Array.from(statements, ([statement]) => statement)
  })
  expect(imports.length).toBeGreaterThan(0)
  expect(imports.filter(statement => !/^(import type |type \w+ = typeof import\()/.test(statement))).toEqual([])
})

test('no package reaches into another by a relative path', () => {
  const escaping = Object.keys(layers).flatMap(layer =>
    importsBelow(join(folderOf(layer), 'src')).filter(({ file, specifier }) => {
      return specifier.startsWith('.') && !join(file, '..', specifier).startsWith(join(folderOf(layer), 'src'))
    }),
  )
  expect(escaping).toEqual([])
})

/** What the engine packages declare in `exports`. */
function entryPoints(): { specifier: string; file: string }[] {
  return Object.keys(layers).flatMap(layer => {
    if (layer === 'schemas' || layer.startsWith('scenewright')) return []
    const entries = Object.entries<string>(readJson(join(folderOf(layer), 'package.json')).exports)
    return entries.map(([name, file]) => ({
      specifier: join('@scenewright', layer, name),
      file: join(folderOf(layer), file),
    }))
  })
}

/** The schemas are files, which their package exports by patterns. */
function isEntryPoint(specifier: string): boolean {
  return specifier.startsWith('@scenewright/schemas/') || entryPoints().some(entry => entry.specifier === specifier)
}

function workspaceLayers(specifiers: readonly string[]): string[] {
  const isOwn = (name: string) => /^(@scenewright\/|scenewright-service$)/.test(name)
  return specifiers.filter(isOwn).map(name => layerOf(name).split('/')[0] ?? '')
}

function importsBelow(folder: string): { file: string; specifier: string }[] {
  return sourcesBelow(folder).flatMap(file => {
    const text = readFileSync(join(root, file), 'utf8')
    const found = text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)
    return Array.from(found, match => ({ file, specifier: match[1] ?? '' }))
  })
}

function sourcesBelow(folder: string): string[] {
  try {
    return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts'))
      .map(name => join(folder, name))
  } catch {
    return []
  }
}

function readJson(path: string) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}
