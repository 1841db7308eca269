// The declarations that the published package carries, made from its TypeScript sources: a file each, without a type check.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import ts from 'typescript'

const compilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  strict: true,
  isolatedDeclarations: true,
  allowImportingTsExtensions: true,
}

/** Writes the declarations of the modules `entries` of the folder `source`, and of the modules that they import. */
export async function writeDeclarations(source, entries, folder) {
  const modules = new Set(entries)
  for (const module of modules) {
    const { text, imports } = declarationsOf(module, await readFile(join(source, module), 'utf8'))
    for (const imported of imports) modules.add(join(dirname(module), imported))
    const file = join(folder, module.replace(/\.ts$/, '.d.cts'))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
}

function declarationsOf(module, source) {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(source, { fileName: module, compilerOptions })
  const [problem] = diagnostics
  if (problem !== undefined) throw new Error(`${module}: ${ts.flattenDiagnosticMessageText(problem.messageText, '\n')}`)
  const imports = []
  // The bundles are CommonJS, and their declarations say so.
  const text = outputText.replaceAll(/(?<=from ')[^']+(?=')/g, specifier => {
    if (!/^\..*\.ts$/.test(specifier)) throw new Error(`${module}: a public type must not come from "${specifier}"`)
    imports.push(specifier)
    return specifier.replace(/\.ts$/, '.cjs')
  })
  return { text, imports }
}
