import { fileURLToPath } from 'node:url'
import { temporary } from './temporary.mjs'

/** The built command line. */
export const scenewright = fileURLToPath(new URL('../../node_modules/.bin/scenewright', import.meta.url))

/** A config beside the projects' defaults: every rule but those of triggers, whose cost is not that of reading. */
export const withoutTriggerRules = ['--config', 'without-trigger-rules.config.yaml']

/** What a ratio of start-up time or memory is taken to: Node that does nothing. */
export const emptyNode = { args: ['-e', '0'], cwd: temporary }

/** The check of a project that keeps nothing from one run to the next. */
export function coldCheck(project, ...args) {
  return check(project, ['--no-cache', ...args])
}

/** The check of a project with a cache of its own. */
export function cachedCheck(project, cache, ...args) {
  return { ...check(project, args), env: { SCENEWRIGHT_CACHE: cache } }
}

/** Any command in a folder, with a cache of its own. */
export function cachedCall(folder, cache, ...args) {
  return { args: [scenewright, ...args], cwd: folder, env: { SCENEWRIGHT_CACHE: cache } }
}

function check({ folder }, args) {
  return { args: [scenewright, 'check', '--quiet', ...args], cwd: folder }
}
