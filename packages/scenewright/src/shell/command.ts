import { OperationError } from '@scenewright/model'
import type { CompileOptions, ConfigOption, Host } from '@scenewright/workspace'
import type { Command } from 'commander'
import type { Terminal } from './terminal.ts'

/** The environment that the command line runs in. `signal` is aborted by Ctrl-C or a termination signal. */
export interface Surroundings extends Pick<Host, 'cwd' | 'env' | 'signal' | 'threadsFrom'> {
  readonly terminal: Terminal
  stdin(): NodeJS.ReadableStream
  /** Waits; ends early, without an error, when the signal is aborted. */
  pause(ms: number, signal?: AbortSignal): Promise<void>
}

/** The environment that a command runs in. It is the host of the projects that the command opens. */
export interface Invocation extends Surroundings, Host {}

/** The options that every command takes. */
export interface SharedOptions extends ConfigOption, Pick<CompileOptions, 'cache'> {
  readonly format: string
  readonly quiet?: boolean
}

/** An exit code; deploy protocol, "Exit codes". */
export type ExitCode = number

/** One command: what it is called with, and what it does. */
export interface CommandDefinition<Options = SharedOptions> {
  /** As commander writes them: `[paths...]`. */
  readonly arguments?: string
  /** The formats that it prints, the default first. */
  readonly formats: readonly [string, ...string[]]
  /** Whether it compiles sources, and so has a cache that may be passed by. */
  readonly compiles?: true
  /** Adds the options that are its own. */
  readonly options?: (command: Command) => void
  /** Lines for the end of the help: a call, and what it does. */
  readonly examples: readonly (readonly [call: string, effect: string])[]
  /** Whether a signal is its ordinary end, as of a server, and no interruption. */
  readonly endsBySignal?: true
  readonly run: (invocation: Invocation, args: readonly string[], options: Options) => Promise<ExitCode>
}

/** A command that only holds others: `service start`. */
export interface CommandGroup {
  readonly commands: { readonly [name: string]: CommandEntry }
}

/** One line in a list of commands. Its module is loaded when it is called. */
export interface CommandEntry {
  readonly summary: string
  /** Each command has options of its own: what holds them all can hand none of them over. */
  readonly load: () => Promise<CommandDefinition<never> | CommandGroup>
}

/** Adds the option of `CustomRulesOption` to a command. */
export function customRulesOption(command: Command): Command {
  return command.option('--allow-custom-rules', "run the project's custom rules, which are code")
}

/** Reads the value of an option that takes a whole number within limits; anything else is a usage error. */
export function numberOption(name: string, least: number, most = 999_999_999): (text: string) => number {
  return text => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    throw new OperationError('usage', `${name} takes a whole number from ${least} to ${most}, not "${text}"`)
  }
}
