import { UnfitCall } from './unfit-call.ts'

/** An argument's name in braces. The braces of a JSON object never have this form. */
export const placeholder = /\{([\w$][\w$.-]*)\}/g

/** The arguments that a model gave, by name. */
export type Arguments = { readonly [name: string]: unknown }

/** The names of the arguments that a text holds. */
export function placeholdersOf(text: string): readonly string[] {
  return Array.from(text.matchAll(placeholder), ([, name = '']) => name)
}

/** The text with each placeholder replaced by what `show` makes of its argument. */
export function fill(text: string, args: Arguments, show: (value: string, name: string) => string): string {
  return text.replaceAll(placeholder, (_braces, name: string) => show(textOf(args, name), name))
}

/** The value of an argument. Throws an UnfitCall where it was not given. */
export function argumentOf(args: Arguments, name: string): unknown {
  if (Object.hasOwn(args, name) && args[name] !== undefined) return args[name]
  throw new UnfitCall(`The argument "${name}" is missing.`)
}

/** An argument as a part of a text. Throws an UnfitCall for one that is no single value. */
function textOf(args: Arguments, name: string): string {
  const value = argumentOf(args, name)
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new UnfitCall(`The argument "${name}" must be a text, a number or a boolean.`)
}
