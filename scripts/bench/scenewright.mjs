import { fileURLToPath } from 'node:url'
import { temporary } from './temporary.mjs'

/** The built command line. */
export const scenewright = fileURLToPath(new URL('../../node_modules/.bin/scenewright', import.meta.url))

/**
 * A config on top of the projects' defaults: every rule except those for triggers, whose cost is independent of
 * reading.
 */
export const withoutTriggerRules = ['--config', 'without-trigger-rules.config.yaml']

/** The baseline for start-up time or memory: Node without a program. */
export const emptyNode = { args: ['-e', '0'], cwd: temporary }

/** The check of a project without a cache. */
export function coldCheck(project, ...args) {
  return check(project, ['--no-cache', ...args])
}

/** The check of a project with its own cache. */
export function cachedCheck(project, cache, ...args) {
  return { ...check(project, args), env: { SCENEWRIGHT_CACHE: cache } }
}

/** Any command in a folder, with its own cache. */
export function cachedCall(folder, cache, ...args) {
  return { args: [scenewright, ...args], cwd: folder, env: { SCENEWRIGHT_CACHE: cache } }
}

function check({ folder }, args) {
  return { args: [scenewright, 'check', '--quiet', ...args], cwd: folder }
}
