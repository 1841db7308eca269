import { shellQuoted } from '../shell-quoted.ts'

/** The line of a script that goes from the top of the repository into the project's folder, `bots/shop/`. */
export function toFolder(folder: string): string {
  return `cd ${shellQuoted(folder.slice(0, -1))}`
}
