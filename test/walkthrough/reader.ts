import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shortLived } from '../short-lived.ts'
import { Placeholders } from './placeholders.ts'
import { type Command, readPage, writeCommands } from './read-page.ts'
import { Terminal } from './terminal.ts'

const packages = fileURLToPath(new URL('../../packages', import.meta.url))

interface ReaderOptions {
  /** The folder, below the one where the reader begins, in which the page's files are. */
  readonly project: string
  /** Where the page has the service. */
  readonly serviceOfPage?: string
  /** What is typed otherwise than the page says. */
  readonly substitutions?: readonly (readonly [page: string, typed: string | (() => string)])[]
}

/**
 * Follows a page as a reader does: in an empty folder and in a home of its own, with a real shell, git and npm. Nothing comes from a
 * registry: npx runs what `link` has linked.
 */
export class Reader {
  readonly folder = mkdtempSync(join(tmpdir(), 'scenewright-reader-'))
  readonly project: string
  readonly #placeholders = new Placeholders()
  readonly #serviceOfPage: string
  readonly #substitutions: NonNullable<ReaderOptions['substitutions']>
  readonly #first: Terminal
  readonly #second: Terminal
  /** Where this run has the service: on a free port, once it is started. */
  #url: string

  constructor({ project, serviceOfPage = 'http://127.0.0.1:4600', substitutions = [] }: ReaderOptions) {
    this.project = join(this.folder, project)
    this.#serviceOfPage = serviceOfPage
    this.#url = serviceOfPage
    this.#substitutions = substitutions
    const home = join(this.folder, 'home')
    mkdirSync(home)
    writeFileSync(join(home, '.gitconfig'), '[user]\n  name = Ada\n  email = ada@example.com\n')
    const environment = {
      PATH: process.env.PATH,
      HOME: home,
      LC_ALL: 'C.UTF-8',
      GIT_CONFIG_NOSYSTEM: '1',
      npm_config_offline: 'true',
      npm_config_update_notifier: 'false',
      ...shortLived,
    }
    this.#first = new Terminal(this.folder, environment)
    this.#second = new Terminal(this.folder, environment)
  }

  get url(): string {
    return this.#url
  }

  /** Does all that the page says. Gives the page as it is where everything came as shown, else with what came. */
  async follow(page: string): Promise<string> {
    let followed = ''
    let end = 0
    for (const step of readPage(page)) {
      if (step.kind === 'file') this.write(step.path, this.#inThisRun(step.text))
      else if (step.kind === 'commit') await this.run('git add --all && git commit --quiet --message "So far"')
      else if (step.kind === 'edit') this.#edit(step.path, this.#inThisRun(step.before), this.#inThisRun(step.after))
      else {
        const played = step.inSecondTerminal ? this.#playInSecond(step.commands) : this.#playInFirst(step.commands)
        followed += page.slice(end, step.start) + writeCommands(await played)
        end = step.end
      }
    }
    return followed + page.slice(end)
  }

  /** Presses Ctrl-C in the second terminal, closes both, and deletes all files. */
  async close(): Promise<void> {
    await Promise.all([this.#first.end('SIGKILL'), this.#second.end('SIGINT')])
    rmSync(this.folder, { recursive: true, force: true })
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.project, path)), { recursive: true })
    writeFileSync(join(this.project, path), text)
  }

  /** Types a command in the first terminal that the page does not show. */
  run(command: string): Promise<string> {
    return this.#first.run(command)
  }

  /** Starts the service in the second terminal, which the page does not show. Gives its address. */
  async serve(command: string): Promise<string> {
    await this.#start(command)
    return this.#url
  }

  /** Says what a placeholder of the page stands for before any output shows it. */
  know(placeholder: string, value: string): void {
    this.#placeholders.set(placeholder, value)
  }

  /** Puts the packages of this checkout where `npm install --save-dev` puts those of a registry, and names them where npm does. */
  link(...names: readonly string[]): void {
    const modules = join(this.project, 'node_modules')
    mkdirSync(join(modules, '.bin'), { recursive: true })
    const devDependencies: Record<string, string> = {}
    for (const folder of readdirSync(packages)) {
      const source = join(packages, folder)
      const { name, version, bin = {} } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
      if (!names.includes(name)) continue
      symlinkSync(source, join(modules, name))
      devDependencies[name] = `^${version}`
      for (const [command, file] of Object.entries<string>(bin))
        symlinkSync(join(source, file), join(modules, '.bin', command))
    }
    const manifest = JSON.parse(readFileSync(join(this.project, 'package.json'), 'utf8'))
    this.write('package.json', `${JSON.stringify({ ...manifest, devDependencies }, null, 2)}\n`)
    const { name } = manifest
    const lock = { name, lockfileVersion: 3, requires: true, packages: { '': { name, devDependencies } } }
    this.write('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
  }

  async #playInFirst(commands: readonly Command[]): Promise<Command[]> {
    const played: Command[] = []
    for (const { command, shown } of commands) {
      const typed = this.#typed(command)
      let output = await this.#first.run(typed)
      // A reader who finds a message not answered yet asks again.
      while (/"status":"(PENDING|PROCESSING)"/.test(output)) output = await this.#first.run(typed)
      played.push(this.#compare(command, shown, output))
    }
    return played
  }

  /** The last command is the service, which keeps running. */
  async #playInSecond(commands: readonly Command[]): Promise<Command[]> {
    const played: Command[] = []
    for (const [index, { command, shown }] of commands.entries()) {
      const typed = this.#typed(command)
      const isLast = index === commands.length - 1
      const output = await (isLast ? this.#start(typed) : this.#second.run(typed))
      played.push(this.#compare(command, shown, output))
    }
    return played
  }

  async #start(command: string): Promise<string> {
    const output = await this.#second.start(command, text => /http:\/\/127\.0\.0\.1:\d+.*\n$/.test(text))
    this.#url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? this.#url
    return output
  }

  /** The command with what the page shows, where that is what came; else with what came. */
  #compare(command: string, shown: readonly string[], output: string): Command {
    const seen = output.replaceAll(this.#url, this.#serviceOfPage).replaceAll(this.folder, '…')
    return { command, shown: this.#placeholders.accept(shown, seen) ? shown : this.#placeholders.hide(seen) }
  }

  #typed(command: string): string {
    let typed = this.#inThisRun(command)
    for (const [from, to] of this.#substitutions)
      if (typed.includes(from)) typed = typed.replaceAll(from, typeof to === 'string' ? to : to())
    return typed
  }

  #inThisRun(text: string): string {
    return this.#placeholders.fill(text).replaceAll(this.#serviceOfPage, this.#url)
  }

  #edit(path: string, before: string, after: string): void {
    const parts = readFileSync(join(this.project, path), 'utf8').split(before)
    if (parts.length !== 2) throw new Error(`${path} has these lines ${parts.length - 1} times:\n${before}`)
    this.write(path, parts.join(after))
  }
}
