import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whether the npm package in a folder has the toolkit among its dependencies. */
export function namesToolkit(folder: string): boolean {
  try {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return 'scenewright' in { ...dependencies, ...devDependencies }
  } catch {
    return false
  }
}
