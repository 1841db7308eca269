import { basename } from 'node:path'

/** One thing that a page has its reader do, and the lines of the page that say so. */
export type Step = FileStep | EditStep | CommitStep | CommandsStep

interface FileStep {
  readonly kind: 'file'
  readonly path: string
  readonly text: string
}

interface EditStep {
  readonly kind: 'edit'
  readonly path: string
  readonly before: string
  readonly after: string
}

interface CommitStep {
  readonly kind: 'commit'
}

interface CommandsStep {
  readonly kind: 'commands'
  readonly inSecondTerminal: boolean
  readonly commands: readonly Command[]
  /** Where the block's content lies in the page. */
  readonly start: number
  readonly end: number
}

/** A command as the page shows it, and the output below it. */
export interface Command {
  readonly command: string
  readonly shown: readonly string[]
}

const fence = /^<!-- (everything is committed) -->$|^(?:<!-- (.+) -->\n)?```(.*)\n([\s\S]*?)^```$/gm

/**
 * Reads what a page has its reader do, in order. Every fenced block is one of these, so that none goes untested:
 *
 * - `<!-- the file PATH -->` above a block of any language: the reader writes this file.
 * - `<!-- the edit of PATH -->` above a `diff` block: the reader replaces the lines with ` ` and `-` by those with ` ` and `+`.
 * - `<!-- everything is committed -->`, of which the page tells in words.
 * - a `console` block: the reader types what follows `$ ` and sees the lines below it. A command goes on in the next line after a
 *   backslash. `<!-- in a second terminal -->` above it says where; its last command keeps running.
 */
export function readPage(page: string): Step[] {
  return [...page.matchAll(fence)].map(match => {
    const [block, isCommit, comment = '', language = '', content = ''] = match
    if (isCommit !== undefined) return { kind: 'commit' }
    const file = /^the file (\S+)$/.exec(comment)?.[1]
    const path = file ?? /^the edit of (\S+)$/.exec(comment)?.[1]
    if (path !== undefined) requireName(page.slice(0, match.index), path)
    if (file !== undefined) return { kind: 'file', path: file, text: content }
    if (path !== undefined && language === 'diff') return { kind: 'edit', path, ...readEdit(content) }
    if (language !== 'console') throw new Error(`No reader does anything with this block:\n${block}`)
    const end = match.index + block.length - '```'.length
    const inSecondTerminal = comment === 'in a second terminal'
    return { kind: 'commands', inSecondTerminal, commands: readCommands(content), start: end - content.length, end }
  })
}

/** A reader does not see the comment: the section has to name the file, or the scenario that it holds. */
function requireName(before: string, path: string): void {
  const section = before.slice(before.lastIndexOf('\n#')).replaceAll(/<!--.*-->/g, '')
  const name = basename(path).replace(/\.scenario\.yaml$/, '')
  if (!section.includes(name)) throw new Error(`The page says nothing of ${path} where it is written:\n${section}`)
}

/** Writes commands and outputs as `readPage` reads them. */
export function writeCommands(commands: readonly Command[]): string {
  return commands.flatMap(({ command, shown }) => [`$ ${command}`, ...shown].map(line => `${line}\n`)).join('')
}

function readEdit(diff: string): { readonly before: string; readonly after: string } {
  const lines = diff.split('\n').slice(0, -1)
  const without = (sign: string): string =>
    lines.flatMap(line => (line.startsWith(sign) ? [] : [`${line.slice(1)}\n`])).join('')
  return { before: without('+'), after: without('-') }
}

function readCommands(content: string): Command[] {
  return content
    .split(/^\$ /m)
    .slice(1)
    .map(text => {
      const [command = ''] = /^(?:.*\\\n)*.*/.exec(text) ?? []
      return {
        command,
        shown: text
          .slice(command.length + 1)
          .split('\n')
          .slice(0, -1),
      }
    })
}
