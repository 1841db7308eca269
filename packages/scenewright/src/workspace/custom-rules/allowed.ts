import type { ProjectConfig } from '@scenewright/model'
import type { Command } from 'commander'
import type { Invocation } from '../../shell/command.ts'
import { visible } from '../../shell/terminal/paint.ts'

/** The option that lets a team's own rules run. */
export interface CustomRulesOption {
  readonly allowCustomRules?: boolean
}

/** Adds the option to a command. */
export function customRulesOption(command: Command): Command {
  return command.option('--allow-custom-rules', "run the code of the project's own rules, which the config names")
}

/** Whether this run may execute the module of rules that the config names: a person says so, or the machine's owner. */
export function areCustomRulesAllowed({ env }: Pick<Invocation, 'env'>, options: CustomRulesOption): boolean {
  return options.allowCustomRules === true || env.SCENEWRIGHT_ALLOW_CUSTOM_RULES === '1'
}

/** Says in one line that the project has rules that were not run, and why; empty where it has none, or they were. */
export function notRunText(
  { custom_rules: module }: ProjectConfig,
  invocation: Invocation,
  options: CustomRulesOption,
): string {
  if (module === undefined || areCustomRulesAllowed(invocation, options)) return ''
  return `The project's own rules, "${visible(module)}", were not run: they are code, and run only with --allow-custom-rules\n`
}
