import type { Project } from '@scenewright/compiler'

/**
 * Makes what tells the key of a YAML source from its file's name, where it has no key of its own: the path below the
 * first sources folder that holds it. Undefined where a folder is written in a way that takes more to understand.
 */
export function createSourceKeys({
  config,
}: Pick<Project, 'config'>): ((file: string) => string | undefined) | undefined {
  const folders = config.sources ?? ['scenarios']
  if (!folders.every(folder => folder === '.' || plainFolder.test(folder))) return undefined
  const prefixes = folders.map(folder => (folder === '.' ? '' : `${folder}/`))
  return file => {
    const prefix = isYaml(file) && !skipped.test(file) ? prefixes.find(each => file.startsWith(each)) : undefined
    return prefix === undefined ? undefined : file.slice(prefix.length).replace(suffix, '')
  }
}

const plainFolder = /^[\w-]+(?:\/[\w-]+)*$/
const suffix = /\.(?:scenario|test)\.ya?ml$/
const skipped = /(?:^|\/)(?:node_modules|\.git|\.scenewright)\//

function isYaml(file: string): boolean {
  return suffix.test(file)
}
