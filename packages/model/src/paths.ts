import system, { type PlatformPath } from 'node:path'

/**
 * Whether an absolute path is a folder or lies below it. On Windows upper and lower case are the same, and so are both
 * slashes.
 */
export function isAtOrBelow(path: string, folder: string, { relative, isAbsolute, sep } = system): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/**
 * Whether a relative path, such as one of a config, leads out of the folder that it starts from. An absolute one does,
 * and so does one that names a drive of Windows, such as `C:bots`.
 */
export function leadsOut(path: string, { normalize, parse, sep } = system): boolean {
  // On Windows Node puts `.\` before a name that could be taken for a drive, also before `..`.
  const given = normalize(path)
  const normal = given.startsWith(`.${sep}`) ? given.slice(2) : given
  const hasRoot = [path, normal].some(each => parse(each).root !== '')
  return hasRoot || normal === '..' || normal.startsWith(`..${sep}`)
}

/** The same path with forward slashes, as names of files are written in sources, findings and reports. */
export function withForwardSlashes(path: string, { sep }: Pick<PlatformPath, 'sep'> = system): string {
  return sep === '/' ? path : path.replaceAll(sep, '/')
}
