import { Command, type Option } from 'commander'
import { environmentOption } from '../../src/commands/deploy/deploy-options.ts'
import { commands } from '../../src/commands/index.ts'
import { againstOptions } from '../../src/commands/test/remote/against-options.ts'
import type { CommandDefinition, CommandGroup } from '../../src/shell/command.ts'

/** A command by its full name: `service bot create`. */
interface NamedCommand {
  readonly name: string
  readonly definition: CommandDefinition<never>
  readonly options: readonly Option[]
}

/** The values for a call of any command. */
export interface CallValues {
  readonly environment: string
  readonly url: string
  /** By the placeholder of a required argument: `key`. */
  readonly arguments: { readonly [placeholder: string]: string }
  /** By full name: the further arguments of each call; without an entry there is one call with none. */
  readonly variants: { readonly [command: string]: readonly (readonly string[])[] }
  /** Which of its formats a command is called with. */
  readonly chooseFormats: (formats: readonly string[]) => readonly string[]
}

/** The options that choose a service: those of the shared definitions, and an address. */
const choices: ReadonlySet<string> = new Set([
  ...longNames(environmentOption(new Command()).options),
  ...longNames(againstOptions(new Command()).options).filter(name => name === '--against'),
  '--url',
])

/** All commands that may send credentials: derived from the registry, so a new one is among them. */
export async function serviceCommands(): Promise<readonly NamedCommand[]> {
  const all = await allCommands()
  return all.filter(({ options }) =>
    longNames(options.filter(({ variadic }) => !variadic)).some(name => choices.has(name)),
  )
}

/** The calls of these commands. Throws if a required value is missing. */
export function serviceCalls(found: readonly NamedCommand[], values: CallValues): readonly (readonly string[])[] {
  return found.flatMap(command =>
    (values.variants[command.name] ?? [[]]).flatMap(variant =>
      values.chooseFormats(command.definition.formats).map(format => callOf(command, { variant, format, values })),
    ),
  )
}

function callOf(
  { name, definition, options }: NamedCommand,
  { variant, format, values }: { variant: readonly string[]; format: string; values: CallValues },
): readonly string[] {
  const given = new Set(variant)
  const chosen = options.flatMap(({ long, mandatory, defaultValue }): readonly string[] => {
    if (long === undefined || long === null || given.has(long)) return []
    if (long === '--env') return [long, values.environment]
    if (long === '--url' && (mandatory || defaultValue !== undefined)) return [long, values.url]
    if (long === '--yes') return [long]
    if (mandatory) throw new Error(`no value for ${long} of "${name}": add a variant`)
    return []
  })
  const required = [...(definition.arguments ?? '').matchAll(/<(\w+)/g)].map(([, placeholder = '']) => {
    const value = values.arguments[placeholder]
    if (value === undefined) throw new Error(`no value for <${placeholder}> of "${name}"`)
    return value
  })
  return [...name.split(' '), ...required, ...variant, ...chosen, '--format', format]
}

/** Every command of the registry, or of a group in it. */
export async function allCommands(
  entries: CommandGroup['commands'] = commands,
  prefix = '',
): Promise<readonly NamedCommand[]> {
  const found = Object.entries(entries).map(async ([word, { load }]): Promise<readonly NamedCommand[]> => {
    const name = `${prefix}${word}`
    const definition = await load()
    if ('commands' in definition) return allCommands(definition.commands, `${name} `)
    const command = new Command(word)
    definition.options?.(command)
    return [{ name, definition, options: command.options }]
  })
  return (await Promise.all(found)).flat()
}

function longNames(options: readonly Option[]): readonly string[] {
  return options.flatMap(({ long }) => long ?? [])
}
