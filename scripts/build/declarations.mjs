// The declarations that the published package carries, made from its TypeScript sources: a file each, without a type check.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { root } from './shared.mjs'

const require = createRequire(import.meta.url)

const compilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  strict: true,
  isolatedDeclarations: true,
  allowImportingTsExtensions: true,
}

/**
 * Writes the declarations of the modules `entries` of the folder `source`, and of the modules that they import. Those of
 * an internal package go into a folder with its name.
 */
export async function writeDeclarations(source, entries, folder) {
  const modules = new Map(entries.map(entry => [join(source, entry), entry]))
  for (const [module, name] of modules) {
    const { text, imports } = declarationsOf({ module, name }, await readFile(module, 'utf8'))
    for (const imported of imports) modules.set(imported.module, imported.name)
    const file = join(folder, declarationName(name))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
}

function declarationsOf({ module, name }, source) {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(source, { fileName: module, compilerOptions })
  const [problem] = diagnostics
  if (problem !== undefined) throw new Error(`${module}: ${ts.flattenDiagnosticMessageText(problem.messageText, '\n')}`)
  const imports = []
  // The bundles are CommonJS, and their declarations say so.
  const text = outputText.replaceAll(/(?<=from ')[^']+(?=')/g, specifier => {
    const imported = resolveModule({ module, name }, specifier)
    imports.push(imported)
    const path = relative(dirname(name), imported.name).replace(/\.ts$/, '.cjs')
    return path.startsWith('.') ? path : `./${path}`
  })
  return { text, imports }
}

function resolveModule({ module, name }, specifier) {
  if (/^\..*\.ts$/.test(specifier)) {
    return { module: join(dirname(module), specifier), name: join(dirname(name), specifier) }
  }
  const [, packageName, entry] = /^@scenewright\/([^/]+)\/(.+)$/.exec(specifier) ?? []
  if (packageName === undefined) throw new Error(`${module}: a public type must not come from "${specifier}"`)
  const manifest = require(join(root, 'packages', packageName, 'package.json'))
  const file = manifest.exports[`./${entry}`]
  return { module: join(root, 'packages', packageName, file), name: join(packageName, relative('src', file)) }
}

function declarationName(name) {
  return name.replace(/\.ts$/, '.d.cts')
}
