import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { OperationError } from '@scenewright/model'
import type { CommandDefinition } from '../command.ts'
import { json } from '../report/json.ts'
import { starterFiles } from '../starter/files.ts'

/** What git need not keep. */
const ignored = ['.scenewright/', 'build/']

export const init: CommandDefinition = {
  arguments: '[folder]',
  formats: ['text', 'json'],
  examples: [
    ['scenewright init my-bot', 'a project in a new folder'],
    ['scenewright init', 'a project here; files that are there stay as they are'],
  ],
  async run({ terminal, cwd }, [folder = '.'], { format }) {
    const root = resolve(cwd, folder)
    const written: string[] = []
    for (const { path, text } of starterFiles) {
      if (await writeNew(join(root, path), text)) written.push(path)
      else if (path === 'scenewright.config.yaml') throw alreadyThere(folder)
    }
    if (await ignoreInGit(join(root, '.gitignore'))) written.push('.gitignore')
    const where = relative(cwd, root)
    if (format === 'json')
      terminal.out(json({ folder: where === '' ? '.' : where.replaceAll('\\', '/'), files: written }))
    else {
      for (const path of written) terminal.out(`  ${path}\n`)
      terminal.err(`\nNext:\n${where === '' ? '' : `  cd ${where}\n`}  scenewright check\n  scenewright chat\n`)
    }
    return 0
  },
}

function alreadyThere(folder: string): OperationError {
  return new OperationError('usage', `"${folder}" holds a project already`, { help: '`scenewright check` checks it' })
}

/** Writes a file that is not there yet; says whether it did. */
async function writeNew(file: string, text: string): Promise<boolean> {
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text, { flag: 'wx' })
    return true
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return false
    throw new OperationError('usage', `cannot write "${file}": ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    })
  }
}

async function ignoreInGit(file: string): Promise<boolean> {
  const before = await readFile(file, 'utf8').catch(() => '')
  const lines = before.split(/\r?\n/)
  const missing = ignored.filter(path => !lines.includes(path))
  if (missing.length === 0) return false
  const gap = before === '' || before.endsWith('\n') ? '' : '\n'
  await writeFile(file, `${before}${gap}${missing.join('\n')}\n`)
  return true
}
