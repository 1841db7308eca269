import { posix } from 'node:path'
import { authoringModule } from '../builtin/authoring.ts'

/** The candidates for an import, files of the project in order, or the reason why it cannot be resolved. */
export type Resolution = { readonly files: readonly string[] } | { readonly fault: string; readonly help?: string }

const onlyOwn = `A source can import "${authoringModule}", and TypeScript files of its project with a path such as "./wording.ts".`
const otherSuffix = /\.(?:d\.ts|json|[cm]ts|[cm]js|tsx|jsx|node|wasm|ya?ml|css)$/

/** Finds the files that an import may refer to, each once. `from` and the files are relative to the project's root. */
export function createResolver(): (specifier: string, from: string) => Resolution {
  const known = new Map<string, Resolution>()
  return (specifier, from) => {
    const folder = from.slice(0, from.lastIndexOf('/') + 1)
    const way = `${folder}\0${specifier}`
    const resolution = known.get(way) ?? resolveImport(specifier, folder)
    known.set(way, resolution)
    return resolution
  }
}

function resolveImport(specifier: string, folder: string): Resolution {
  const isRelative = /^\.\.?(?:\/|$)/.test(specifier)
  if (!isRelative) return { fault: 'it is not part of the project', help: onlyOwn }
  if (otherSuffix.test(specifier) || specifier.includes('\\')) {
    return { fault: 'it is not a TypeScript file', help: onlyOwn }
  }
  const path = posix.join(folder, specifier)
  const isOutside = path === '..' || path.startsWith('../')
  if (isOutside) return { fault: 'it is outside the project', help: onlyOwn }
  return { files: candidates(path) }
}

function candidates(path: string): readonly string[] {
  if (path.endsWith('.ts')) return [path]
  if (path.endsWith('.js')) return [`${path.slice(0, -3)}.ts`]
  const folder = path === '.' ? '' : path.replace(/\/?$/, '/').replace(/^\.\//, '')
  return path === '.' || path.endsWith('/') ? [`${folder}index.ts`] : [`${path}.ts`, `${folder}index.ts`]
}
