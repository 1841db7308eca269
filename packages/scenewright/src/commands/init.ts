import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { OperationError } from '@scenewright/model'
import type { CommandDefinition, SharedOptions } from '../command.ts'
import { json } from '../report/json.ts'
import { schemaFiles, settingsFiles, settingsPath, yamlSchemas } from '../starter/editor.ts'
import { configPath, starterFiles } from '../starter/files.ts'

/** What git need not keep. */
const ignored = ['.scenewright/', 'build/']

interface InitOptions extends SharedOptions {
  readonly editor?: boolean
}

export const init: CommandDefinition<InitOptions> = {
  arguments: '[folder]',
  formats: ['text', 'json'],
  options: command =>
    command.option('--editor', 'write only what editors need: the schemas anew, and settings where there are none'),
  examples: [
    ['scenewright init my-bot', 'a project in a new folder'],
    ['scenewright init', 'a project here; files that are there stay as they are'],
    ['scenewright init --editor', "bring a project's schemas up to date after an upgrade"],
  ],
  async run({ terminal, cwd }, [folder = '.'], { format, editor }) {
    const root = resolve(cwd, folder)
    const files = await (editor === true ? writeEditorFiles(root) : writeStarter(root, folder))
    const where = relative(cwd, root)
    if (format === 'json') {
      terminal.out(json({ folder: where === '' ? '.' : where.replaceAll('\\', '/'), files }))
    } else {
      for (const path of files) terminal.out(`  ${path}\n`)
      if (editor !== true) terminal.err(nextSteps(where))
    }
    if (!files.includes(settingsPath)) terminal.err(await settingsAdvice(root))
    return 0
  },
}

/** Writes the files of a starter project that are not there, and says which. */
async function writeStarter(root: string, folder: string): Promise<readonly string[]> {
  const written: string[] = []
  for (const { path, text } of starterFiles) {
    if (await writeNew(join(root, path), text)) written.push(path)
    else if (path === configPath) throw alreadyThere(folder)
  }
  return (await ignoreInGit(join(root, '.gitignore'))) ? [...written, '.gitignore'] : written
}

/** Writes the schemas, whether or not they are there, and the settings that are not; says which it wrote. */
async function writeEditorFiles(root: string): Promise<readonly string[]> {
  const written: string[] = []
  for (const { path, text } of schemaFiles) {
    await write(join(root, path), text, 'w')
    written.push(path)
  }
  for (const { path, text } of settingsFiles) if (await writeNew(join(root, path), text)) written.push(path)
  return written
}

/** What to add to settings that are there already; nothing where they name the schemas. */
async function settingsAdvice(root: string): Promise<string> {
  const text = await readFile(join(root, settingsPath), 'utf8').catch(() => '')
  if (Object.keys(yamlSchemas).every(schema => text.includes(schema))) return ''
  return `\n"${settingsPath}" is there. For VS Code, add to it:\n"yaml.schemas": ${json(yamlSchemas)}`
}

function nextSteps(where: string): string {
  return `\nNext:\n${where === '' ? '' : `  cd ${where}\n`}  scenewright check\n  scenewright test\n  scenewright chat\n`
}

function alreadyThere(folder: string): OperationError {
  return new OperationError('usage', `"${folder}" holds a project already`, { help: '`scenewright check` checks it' })
}

/** Writes a file that is not there yet; says whether it did. */
function writeNew(file: string, text: string): Promise<boolean> {
  return write(file, text, 'wx')
}

async function write(file: string, text: string, flag: 'w' | 'wx'): Promise<boolean> {
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text, { flag })
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
