import { realpathSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname, join, normalize } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Project } from '@scenewright/compiler'
import { isObject, OperationError, startOfFile } from '@scenewright/model'
import { statsAt } from '@scenewright/model/file-access'
import { isAtOrBelow, leadsOut, withForwardSlashes } from '@scenewright/model/system'
import type { Host } from '../host.ts'
import type { CustomRule } from './custom-rule.ts'
import { readRules } from './read-rules.ts'

/** Custom rules, and their module, relative to the project's root. */
export interface LoadedRules {
  readonly module: string
  readonly rules: readonly CustomRule[]
}

const extensions: ReadonlySet<string> = new Set(['.js', '.mjs', '.cjs'])

/**
 * Executes the module of custom rules in the config, and resolves with its exports: only if a person has allowed it. A
 * missing, failing or invalid module is an OperationError `config`.
 */
export async function loadCustomRules(
  project: Project,
  path: string,
  host: Pick<Host, 'importModule'>,
): Promise<LoadedRules> {
  const module = withForwardSlashes(normalize(path))
  const fault = pathFault(project.root, path)
  if (fault !== undefined)
    throw project.configFault(['custom_rules'], `The module of custom rules "${module}" ${fault}`)
  const file = join(project.root, module)
  const rules = readRules(rulesIn(await imported(host, file, module)))
  if ('fault' in rules) {
    throw unusable(file, `the module of custom rules "${module}" is invalid: ${rules.fault}`, {
      help: 'see docs/custom-rules.md for an example',
    })
  }
  return { module, rules }
}

/** The real path is checked, because a link must not lead out of the project either. */
function pathFault(root: string, path: string): string | undefined {
  if (leadsOut(path)) return 'is outside the project'
  if (!extensions.has(extname(path))) return 'must be JavaScript: a file that ends in .mjs, .cjs or .js'
  const file = join(root, path)
  if (statsAt(file)?.isFile() !== true) return 'is not an existing file'
  return isAtOrBelow(realpathSync(file), realpathSync(root)) ? undefined : 'is outside the project'
}

async function imported(host: Pick<Host, 'importModule'>, file: string, module: string): Promise<unknown> {
  try {
    return await host.importModule(presentUrl(file))
  } catch (error) {
    throw unusable(file, `the module of custom rules "${module}" fails: ${messageOf(error)}`, {
      help: 'it is executed by Node; SCENEWRIGHT_DEBUG=1 prints the stack',
      cause: error,
    })
  }
}

function unusable(path: string, message: string, more: { readonly help: string; readonly cause?: unknown }) {
  const fault = message.replace(/^the/, 'The')
  return new OperationError('config', message, { ...more, place: { path, range: startOfFile, fault } })
}

/** The times of modification of the modules that this process has executed first. */
const firstTimes = new Map<string, number>()

/**
 * The URL of the present content of a module: Node executes a URL once, and keeps CommonJS by its file. Modules that it
 * imports stay as they are.
 */
function presentUrl(file: string): string {
  const url = pathToFileURL(file).href
  const { mtimeMs } = statSync(file)
  const first = firstTimes.get(file) ?? mtimeMs
  firstTimes.set(file, first)
  if (first === mtimeMs) return url
  delete createRequire(file).cache[realpathSync(file)]
  return `${url}?${mtimeMs}`
}

/** The exports of a CommonJS module are the default export. */
function rulesIn(exported: unknown): unknown {
  if (!isObject(exported)) return undefined
  const { default: main, rules } = exported
  if (Array.isArray(main)) return main
  return rules ?? (isObject(main) ? main.rules : undefined)
}

/** The message of an error thrown by custom code. */
export function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message || error.name : String(error)
  } catch {
    return 'something that cannot be shown'
  }
}
