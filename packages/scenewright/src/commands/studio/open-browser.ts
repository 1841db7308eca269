import { programPath } from '@scenewright/model/system'

type Env = Readonly<Record<string, string | undefined>>

/** Opens an address in the user's browser, if there is a program for it. A failure is no error: the address is printed. */
export function openBrowser(url: string, env: Env, platform: NodeJS.Platform = process.platform): void {
  const [name, ...args] = opener(platform)
  const program = programPath(name, env, { platform })
  if (program === undefined) return
  const { spawn } = process.getBuiltinModule('node:child_process')
  const child = spawn(program, [...args, url], { env: { ...env }, stdio: 'ignore', detached: true })
  child.once('error', () => {})
  child.unref()
}

function opener(platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open']
  // `start` belongs to the shell, which would read parts of the address as commands.
  return platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open']
}
