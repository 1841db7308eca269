import { execFile, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

/** A running server of VS Code. */
export interface Vscode {
  /** The address of a window with this folder. */
  readonly addressOf: (folder: string) => string
  readonly stop: () => void
}

/** What VS Code does by itself is off: it asks the network, or opens a page over the editor. */
const settings = {
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.enableExperiments': false,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.colorTheme': 'Default Light Modern',
  'chat.commandCenter.enabled': false,
  'git.enabled': false,
  'editor.minimap.enabled': false,
  // A test saves by itself, so that it knows when.
  'files.autoSave': 'off',
  'files.refactoring.autoSave': false,
}

/** Starts VS Code with an extension, for one user whose files are all below `home`. */
export async function startVscode(vscode: string, extension: string, home: string): Promise<Vscode> {
  const data = join(home, 'data')
  mkdirSync(join(data, 'data/User'), { recursive: true })
  writeFileSync(join(data, 'data/User/settings.json'), JSON.stringify(settings))
  const main = join(vscode, 'out/server-main.js')
  const common = [main, '--server-data-dir', data, '--extensions-dir', join(home, 'extensions')]
  const options = { cwd: home, env: { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8' } }
  await promisify(execFile)(process.execPath, [...common, '--install-extension', extension], options)
  const args = ['--host', '127.0.0.1', '--port', '0', '--without-connection-token', '--accept-server-license-terms']
  const child = spawn(process.execPath, [...common, ...args], {
    ...options,
    stdio: ['ignore', 'pipe', 'ignore'],
    // A group of its own, which ends as a whole: VS Code starts other processes for its extensions.
    detached: true,
  })
  const port = await portOf(child.stdout)
  return {
    addressOf: folder => `http://127.0.0.1:${port}/?folder=${encodeURIComponent(folder)}`,
    stop: () => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    },
  }
}

async function portOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [, port] = /listening on (\d+)/.exec(line) ?? []
    if (port !== undefined) {
      output.resume()
      return port
    }
  }
  throw new Error('VS Code ended before it listened')
}
