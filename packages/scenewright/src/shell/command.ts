import { InternalError, OperationError } from '@scenewright/model'
import type { CompileOptions, ConfigOption, Host } from '@scenewright/workspace'
import type { Command } from 'commander'
import type { Terminal } from './terminal.ts'

/** The environment that the command line runs in. `signal` is aborted by Ctrl-C or a termination signal. */
export interface Surroundings extends Pick<Host, 'cwd' | 'env' | 'signal' | 'threadsFrom'> {
  readonly terminal: Terminal
  stdin(): NodeJS.ReadableStream
  /**
   * Lets the run continue if the reader of standard output ends, so that the exit code is its result; otherwise, that ends
   * the process.
   */
  readonly outliveReader?: () => void
  /** Waits; ends early, without an error, if the signal is aborted. */
  pause(ms: number, signal?: AbortSignal): Promise<void>
}

/** The environment that a command runs in. It is the host of the projects that the command opens. */
export interface Invocation extends Surroundings, Host {}

/** The options of every command. */
export interface SharedOptions extends ConfigOption, Pick<CompileOptions, 'cache'> {
  readonly format: string
  readonly quiet?: boolean
}

/** An exit code; deploy protocol, "Exit codes". */
export type ExitCode = number

/** Lines for the end of the help: a call, and its description. */
export type Examples = readonly (readonly [call: string, effect: string])[]

/** One command: its arguments, and its implementation. */
export interface CommandDefinition<Options = SharedOptions> {
  /** In commander's notation: `[paths...]`. */
  readonly arguments?: string
  /** The formats that it prints, the default first. */
  readonly formats: readonly [string, ...string[]]
  /** Whether it compiles sources, and so has a cache that can be disabled. */
  readonly compiles?: true
  /** Adds its own options. */
  readonly options?: (command: Command) => void
  readonly examples: Examples
  /** Whether a signal is its normal end, as for a server, and not an interruption. */
  readonly endsBySignal?: true
  readonly run: (invocation: Invocation, args: readonly string[], options: Options) => Promise<ExitCode>
}

/** A command that only contains subcommands: `service start`. */
export interface CommandGroup {
  readonly examples: Examples
  readonly commands: { readonly [name: string]: CommandEntry }
}

/** One entry in a list of commands. Its module is loaded when it is called. */
export interface CommandEntry {
  readonly summary: string
  /** Each command has its own options, so a common type cannot pass any of them on. */
  readonly load: () => Promise<CommandDefinition<never> | CommandGroup>
}

/** The names in a registry of formats, in its order: the first is the default. */
export function formatNames<Name extends string>(
  formats: { readonly [name in Name]: unknown },
): readonly [Name, ...Name[]] {
  // The parameter has no other keys than its type names.
  const [first, ...others] = Object.keys(formats) as Name[]
  if (first === undefined) throw new InternalError('a command has no format')
  return [first, ...others]
}

/** Adds the option of `CustomRulesOption` to a command. */
export function customRulesOption(command: Command): Command {
  return command.option('--allow-custom-rules', "run the project's custom rules, which are code")
}

/** Parses the value of an option that can be repeated: all its values, in their order. */
export function gathered(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

/** Parses the value of an option that is an integer within limits; anything else is a usage error. */
export function numberOption(name: string, min: number, max = 999_999_999): (text: string) => number {
  return text => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (number >= min && number <= max) return number
    throw new OperationError('usage', `${name} must be a whole number from ${min} to ${max}, not "${text}"`)
  }
}
