import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** The built command line. */
export const bin = join(root, 'node_modules/.bin/scenewright')

/** What a finished run left. */
export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

interface RunOptions {
  readonly cwd: string
  readonly env?: Record<string, string>
  readonly input?: string
}

const state = mkdtempSync(join(tmpdir(), 'scenewright-state-'))
afterAll(() => rm(state, { recursive: true, force: true }))

/** Runs the built command line as a person would, with a bare environment. */
export function scenewright(args: readonly string[], { cwd, env = {}, input = '' }: RunOptions): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(bin, args, { cwd, env: { PATH: process.env.PATH, HOME: state, ...env } })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', data => {
      stdout += data
    })
    child.stderr.setEncoding('utf8').on('data', data => {
      stderr += data
    })
    child.once('error', reject)
    child.once('close', code => resolve({ code, stdout, stderr }))
    child.stdin.on('error', () => {}).end(input)
  })
}

/** The folder of one of the two example bots. */
export function exampleBot(name: 'shop' | 'clinic'): string {
  return join(root, 'scenarios', name)
}

const folders: string[] = []
afterAll(() => Promise.all(folders.map(folder => rm(folder, { recursive: true, force: true }))))

/** A new folder that holds these files; gone after the tests. */
export async function folderWith(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'scenewright-test-'))
  folders.push(folder)
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}

/** A copy of an example bot's sources, to be changed. */
export async function copyOf(name: 'shop' | 'clinic'): Promise<string> {
  const folder = await folderWith({})
  await cp(exampleBot(name), folder, { recursive: true, filter: path => !path.includes('.scenewright') })
  return folder
}
