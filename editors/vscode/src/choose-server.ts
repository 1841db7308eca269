import { dirname, extname, isAbsolute, join } from 'node:path'

/** Where a server comes from, for messages, and the file to start. */
export interface ServerChoice {
  /** `bundled`: part of the extension; `project`: installed in the project; `setting`: named by `scenewright.path`. */
  readonly origin: 'bundled' | 'project' | 'setting'
  readonly file: string
  /** A script runs in the Node of the editor; any other file is a program of its own. */
  readonly isScript: boolean
}

interface Circumstances {
  readonly isTrusted: boolean
  /** The value of `scenewright.path`; empty without one. */
  readonly path: string
  /** The folder of the project and those of the window, as paths. */
  readonly folders: readonly string[]
  /** The server that comes with the extension. */
  readonly bundled: string
  readonly exists: (file: string) => boolean
}

/**
 * Chooses the project of a window: a folder of the window with a config, otherwise the uppermost config below, otherwise
 * the first folder. Undefined without any folder.
 */
export function chooseProject(folders: readonly string[], configs: readonly string[]): string | undefined {
  const projects = configs.map(config => dirname(config))
  const depth = (path: string) => path.split(/[\\/]/).length
  const uppermost = [...projects].sort((one, other) => depth(one) - depth(other) || (one < other ? -1 : 1))
  return folders.find(folder => projects.includes(folder)) ?? uppermost[0] ?? folders[0]
}

/**
 * Chooses the server to start. A folder that the user does not trust decides nothing: neither its settings nor the files
 * in it name a program.
 */
export function chooseServer({ isTrusted, path, folders, bundled, exists }: Circumstances): ServerChoice {
  if (!isTrusted) return { origin: 'bundled', file: bundled, isScript: true }
  if (path !== '') return fromSetting(path, folders, exists)
  const installed = folders.map(folder => join(folder, 'node_modules/scenewright/bin/scenewright.cjs')).find(exists)
  if (installed !== undefined) return { origin: 'project', file: installed, isScript: true }
  return { origin: 'bundled', file: bundled, isScript: true }
}

/** A missing file is chosen as well: the failed start then names it. */
function fromSetting(path: string, folders: readonly string[], exists: (file: string) => boolean): ServerChoice {
  const candidates = isAbsolute(path) ? [path] : folders.map(folder => join(folder, path))
  const file = candidates.find(exists) ?? candidates[0] ?? path
  return { origin: 'setting', file, isScript: ['.js', '.cjs', '.mjs'].includes(extname(file)) }
}

/**
 * The environment of the server. For a folder that the user does not trust, it contains none of our variables: they
 * allow custom rules, and carry keys that a config could have sent to any address.
 */
export function serverEnvironment(environment: NodeJS.ProcessEnv, isTrusted: boolean): NodeJS.ProcessEnv {
  const entries = Object.entries(environment).filter(([name]) => isTrusted || !name.startsWith('SCENEWRIGHT_'))
  return Object.fromEntries(entries)
}
