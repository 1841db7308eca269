import type { Project } from '@scenewright/compiler'

/**
 * Creates the function that derives the key of a YAML source without its own key from the file's name: the path below
 * the first sources folder that contains it. Undefined if the folders are not in a simple form.
 */
export function createSourceKeys({
  config,
}: Pick<Project, 'config'>): ((file: string) => string | undefined) | undefined {
  const folders = config.sources ?? ['scenarios']
  if (!folders.every(folder => folder === '.' || plainFolder.test(folder))) return undefined
  const prefixes = folders.map(folder => (folder === '.' ? '' : `${folder}/`))
  return file => {
    const prefix = suffix.test(file) && !skipped.test(file) ? prefixes.find(each => file.startsWith(each)) : undefined
    return prefix === undefined ? undefined : file.slice(prefix.length).replace(suffix, '')
  }
}

const plainFolder = /^[\w-]+(?:\/[\w-]+)*$/
const suffix = /\.(?:scenario|test)\.ya?ml$/
const skipped = /(?:^|\/)(?:node_modules|\.git|\.scenewright)\//
