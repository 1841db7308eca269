import { OperationError } from '@scenewright/model'
import { fileFault } from '@scenewright/model/file-access'
import { nearest } from '@scenewright/model/text'
import type { CustomRule } from '@scenewright/workspace/custom-rules/types'
import { Command, CommanderError, type Option } from 'commander'
import { commands } from './commands/index.ts'
import { readmeUrl } from './render/docs-url.ts'
import type { RuleTests } from './rule-tester/rule-tests.ts'
import type {
  CommandDefinition,
  CommandGroup,
  Examples,
  ExitCode,
  SharedOptions,
  Surroundings,
} from './shell/command.ts'
import { exitCodeOf, reportError } from './shell/exit.ts'
import { version } from './shell/installation.ts'
import { createInvocation } from './shell/invocation.ts'
import { pause } from './shell/pause.ts'
import { signalled, watchSignals } from './shell/signals.ts'
import { standardOutput } from './shell/standard-output.ts'
import { processTerminal, quiet, type Terminal, withoutColor } from './shell/terminal.ts'

/** Runs a worker thread, in place of `main`. */
export async function work(): Promise<void> {
  await (await import('./work.ts')).work()
}

/** Tries a custom rule, for `scenewright/rule-tester`. */
export async function testRule(rule: CustomRule, tests: RuleTests): Promise<void> {
  await (await import('./rule-tester/test-rule.ts')).testRule(rule, tests)
}

/** Runs the command line of this process and resolves with its exit code. Never rejects. */
export async function main(): Promise<ExitCode> {
  const interruption = new AbortController()
  watchSignals(process, interruption)
  // Without a reader of the messages for people, the result is the same.
  process.stderr.on('error', () => {})
  const streams = processTerminal(process, process.env)
  const { out, outliveReader } = standardOutput(process, cause => {
    reportError(outputError(cause), streams, process.env)
    process.exitCode = outputFailed
    // A deploy still finishes its open request, and writes its state.
    interruption.abort(outputFailed)
  })
  const { signal } = interruption
  const terminal = { ...streams, out }
  const streamed = { terminal, stdin: () => process.stdin, outliveReader }
  return (await run(process.argv.slice(2), { ...streamed, cwd: process.cwd(), env: process.env, signal, pause })) ?? 0
}

const outputFailed: ExitCode = 3

function outputError(cause: Error): OperationError {
  return new OperationError('service', `cannot write to standard output: ${fileFault(cause)}`, {
    help: 'do not use the output: it is incomplete',
    cause,
  })
}

/** Runs one call of the command line in the given environment and resolves with its exit code. Never rejects. */
export async function run(words: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  // Commander's own help command supports only one level.
  const argv = words[0] === 'help' && words.length > 2 ? [...words.slice(1), '--help'] : words
  let exitCode: ExitCode = 0
  try {
    const program = rootCommand(surroundings.terminal)
    const done = (code: ExitCode) => {
      exitCode = code
    }
    await addCommands(program, commands, { argv, surroundings, done })
    await program.parseAsync([...argv], { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : detailed(2, argv)
    const interrupted = signalled(surroundings.signal)
    if (interrupted !== undefined) return interrupted
    reportError(error, surroundings.terminal, surroundings.env)
    return detailed(exitCodeOf(error), argv)
  }
}

function rootCommand(terminal: Terminal): Command {
  const program = new Command('scenewright')
    .description('Scenario-as-code for question-answering bots: check, simulate, review and publish.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .showSuggestionAfterError()
    .showHelpAfterError(listHint('scenewright'))
  program.addHelpText('after', firstProject)
  return configured(program, terminal)
}

const firstProject = `
A first project:
  scenewright init my-bot && cd my-bot
  scenewright check && scenewright test

Documentation: ${readmeUrl(version)}`

function listHint(name: string): string {
  return `Run \`${name} --help\` for the list of commands.`
}

/** The exit code of an error: in `plan --detailed-exitcode`, 2 means changes, so it is 64 (deploy protocol). */
function detailed(exitCode: ExitCode, argv: readonly string[]): ExitCode {
  return exitCode === 2 && argv.includes('--detailed-exitcode') ? 64 : exitCode
}

function configured(command: Command, terminal: Terminal): Command {
  return command.exitOverride().configureOutput({
    writeOut: text => terminal.out(text),
    writeErr: text => terminal.err(text),
    getOutHasColors: () => terminal.color.out,
    getErrHasColors: () => terminal.color.err,
  })
}

/** The arguments of this process, and the result of the call. */
interface Call {
  readonly argv: readonly string[]
  readonly surroundings: Surroundings
  readonly done: (exitCode: ExitCode) => void
}

/** Adds each entry by name and summary; only the called one is loaded. */
async function addCommands(parent: Command, entries: CommandGroup['commands'], call: Call): Promise<void> {
  const { argv, surroundings } = call
  const called = calledName(argv)
  if (called !== undefined && called !== 'help' && !Object.hasOwn(entries, called)) {
    const near = nearest(called, Object.keys(entries))
    parent.error(`error: unknown command '${called}'${near === undefined ? '' : `\n(Did you mean ${near}?)`}`)
  }
  for (const [name, { summary, load }] of Object.entries(entries)) {
    const command = configured(parent.command(name).summary(summary), surroundings.terminal)
    if (name !== called) continue
    const loaded = await load()
    command.description(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`)
    const fullName = fullNameOf(command)
    if ('commands' in loaded) {
      command.showHelpAfterError(listHint(fullName))
      await addCommands(command, loaded.commands, { ...call, argv: argv.slice(argv.indexOf(name) + 1) })
    } else {
      command.showHelpAfterError(`Run \`${fullName} --help\` for its options and examples.`)
      defineCommand(command, loaded, call)
    }
    command.addHelpText('after', examplesText(loaded.examples))
  }
}

/** The full name of a command: `scenewright service start`. */
function fullNameOf(command: Command): string {
  return command.parent === null ? command.name() : `${fullNameOf(command.parent)} ${command.name()}`
}

/** The first argument that is not an option; after `help`, the command whose help is requested. */
function calledName(argv: readonly string[]): string | undefined {
  const words = argv.filter(word => !word.startsWith('-'))
  return words[0] === 'help' ? words[1] : words[0]
}

function defineCommand(command: Command, definition: CommandDefinition<never>, { surroundings, done }: Call): void {
  for (const argument of definition.arguments?.split(' ') ?? []) command.argument(argument)
  if (command.registeredArguments.some(argument => freeTexts.has(argument.name()))) explainDashes(command)
  definition.options?.(command)
  const required = takeRequired(command)
  if (definition.compiles) command.option('--no-cache', 'compile every source again, and write no cache')
  const [format, ...others] = definition.formats
  command
    .option('--config <file>', 'the project file (default: the nearest scenewright.config.yaml)')
    .addOption(
      command
        .createOption('--format <name>', 'the output format')
        .choices([format, ...others])
        .default(format),
    )
    .option('--quiet', 'print only results, no messages for people')
    .option('--no-color', 'print without color')
    .action(async () => {
      refuseEmpty(command)
      refuseMissing(command, required)
      const options = command.opts<SharedOptions & { readonly color: boolean }>()
      const colored = options.color ? surroundings.terminal : withoutColor(surroundings.terminal)
      const terminal = options.quiet ? quiet(colored) : colored
      // Commander has parsed exactly the options that the command itself declared.
      const exitCode = await definition.run(
        createInvocation({ ...surroundings, terminal }),
        command.args,
        options as never,
      )
      done((definition.endsBySignal ? undefined : signalled(surroundings.signal)) ?? exitCode)
    })
}

/** Arguments that may be empty: what a customer says. */
const freeTexts = new Set(['message', 'messages', 'texts'])

/** A message such as `- hello` is taken for an option. An option that was mistyped has a proposal. */
function explainDashes(command: Command): void {
  command.configureOutput({
    outputError: (text, write) => {
      const isText = text.startsWith('error: unknown option') && !text.includes('Did you mean')
      write(isText ? `${text}Write \`--\` before a text that begins with a dash.\n` : text)
    },
  })
}

/** A shell passes an empty value for a variable that is not set: as a path, it would be the current folder. */
function refuseEmpty(command: Command): void {
  const option = command.options.find(one => command.getOptionValue(one.attributeName()) === '')
  if (option !== undefined) command.error(`error: option '${option.flags}' has an empty value`)
  const { args, registeredArguments } = command
  const empty = args.indexOf('')
  // The last one may be given several times.
  const name = empty < 0 ? undefined : registeredArguments[Math.min(empty, registeredArguments.length - 1)]?.name()
  if (name !== undefined && !freeTexts.has(name)) command.error(`error: argument '${name}' is empty`)
}

/** Marks the required options in the help. Commander would miss one before it reports a mistyped option. */
function takeRequired(command: Command): readonly Option[] {
  const required = command.options.filter(option => option.mandatory)
  for (const option of required) {
    option.description += ' (required)'
    option.mandatory = false
  }
  return required
}

function refuseMissing(command: Command, required: readonly Option[]): void {
  const missing = required.find(option => command.getOptionValue(option.attributeName()) === undefined)
  if (missing !== undefined) command.error(`error: required option '${missing.flags}' not specified`)
}

function examplesText(examples: Examples): string {
  const width = Math.max(0, ...examples.map(([call]) => call.length))
  const lines = examples.map(([call, effect]) => `  ${call.padEnd(width)}  ${effect}`)
  return `\nExamples:\n${lines.join('\n')}\n`
}
