import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { OperationError } from '@scenewright/model'
import { loadBundle } from '../../bin-files.ts'
import { version } from '../../shell/installation.ts'

const packageName = 'scenewright-service'

/** The exports of the package, which is built from the service in this workspace. */
type Service = typeof import('@scenewright/service')

const help = `install it with: npm install --save-dev ${packageName}@${version}`

interface Installation {
  readonly folder: string
  readonly version: string
  readonly dependencies: readonly string[]
}

/**
 * Loads the local service, a separate package that only the `service` commands need. It is searched from the location
 * of the command line, then from `cwd`. If it is missing, cannot be loaded, or has another version than the command
 * line, that is an OperationError `usage` with the package to install.
 */
export function loadService({ cwd }: { readonly cwd: string }): Service {
  const installations = [import.meta.url, join(cwd, 'package.json')].flatMap(installationFrom)
  const match = installations.find(installation => installation.version === version)
  if (match !== undefined) return load(match)
  const [other] = installations
  if (other === undefined) {
    const message = `the local service is not installed: it is in the package ${packageName}`
    throw new OperationError('usage', message, { help })
  }
  throw new OperationError(
    'usage',
    `${packageName} ${other.version} is installed, but scenewright ${version} needs ${packageName} ${version}`,
    { help },
  )
}

/** The package that a module at `place` would load, if there is one. */
function installationFrom(place: string): readonly Installation[] {
  try {
    const manifest = createRequire(place).resolve(`${packageName}/package.json`)
    const { version, dependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8'))
    return [{ folder: dirname(manifest), version: String(version), dependencies: Object.keys(dependencies) }]
  } catch {
    return []
  }
}

function load({ folder, dependencies }: Installation): Service {
  const entry = join(folder, 'dist', 'service.cjs')
  try {
    const require = createRequire(entry)
    // Threads load them later, when a failure could no longer be explained.
    for (const dependency of dependencies) require.resolve(dependency)
    // The build creates this file from the package in this workspace, which has that type.
    return loadBundle(entry) as Service
  } catch (cause) {
    const [reason] = (cause instanceof Error ? cause.message : String(cause)).split('\n')
    throw new OperationError('usage', `${packageName} in "${folder}" cannot be loaded: ${reason}`, {
      // npm does not repair a damaged package, even with --force.
      help: `remove it with: npm uninstall ${packageName}\n      then ${help}`,
      cause,
    })
  }
}
