import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** An error of the type checker: its file's name without folders, its line from 1, and its text. */
export interface TypeFault {
  readonly file: string
  readonly line: number
  readonly text: string
}

/** The strictest options that a project may have. */
export const strictest: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: [],
  strict: true,
  noEmit: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
}

/** Holds files against their types, as the editor does. `edit` changes what is read of them. */
export function typeFaults(
  files: readonly string[],
  options: ts.CompilerOptions = strictest,
  edit: (text: string) => string = text => text,
): readonly TypeFault[] {
  const host = ts.createCompilerHost(options)
  const readFile = host.readFile.bind(host)
  const parsed = parsedWith(options)
  const getSourceFile: typeof host.getSourceFile = (name, version) => {
    const isAsked = files.includes(name)
    const known = isAsked ? undefined : parsed.get(name)
    if (known !== undefined) return known
    const text = readFile(name)
    if (text === undefined) return undefined
    const file = ts.createSourceFile(name, isAsked ? edit(text) : text, version, true)
    if (isLibrary(name)) parsed.set(name, file)
    return file
  }
  // TypeScript's own library is not what is looked at.
  const program = ts.createProgram([...files], { ...options, skipDefaultLibCheck: true }, { ...host, getSourceFile })
  return ts.getPreEmitDiagnostics(program).map(faultOf)
}

/** TypeScript's own library, by the options that it was read with: to read it takes the longer part of a check. */
const libraries = new Map<string, Map<string, ts.SourceFile>>()

function parsedWith(options: ts.CompilerOptions): Map<string, ts.SourceFile> {
  const key = JSON.stringify(options)
  const parsed = libraries.get(key) ?? new Map<string, ts.SourceFile>()
  libraries.set(key, parsed)
  return parsed
}

function isLibrary(name: string): boolean {
  return /\/typescript\/lib\/lib\.[^/]+$/.test(name)
}

/** The file beside the tests that has this name. */
export function besideTests(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}

/** The lines that follow a directive of that name in a file. */
export function linesBehind(file: string, directive: string): readonly number[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => (line.includes(directive) ? [index + 2] : []))
}

function faultOf({ file, start, messageText }: ts.Diagnostic): TypeFault {
  const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start ?? 0).line + 1
  const text = ts.flattenDiagnosticMessageText(messageText, '\n')
  return { file: file?.fileName.split('/').at(-1) ?? '', line, text }
}
