import { OperationError } from '@scenewright/model'

/** What tests are generated for, and where they go. */
export interface GenerateOptions {
  /** Whether they are generated at all. */
  readonly generate?: boolean
  /** Whether also for what tests cover already. */
  readonly all?: boolean
  readonly out?: string
  readonly force?: boolean
}

/** Refuses options that mean nothing together, as an OperationError. */
export function requireSense(options: GenerateOptions & { readonly format: string }): void {
  const { generate, format, out, force } = options
  if (generate !== true) requireNone(options)
  else if (format !== 'text') {
    throw new OperationError('usage', `--generate prints YAML, not ${format}`, { help: 'leave --format away' })
  } else if (out === undefined && force === true) {
    throw new OperationError('usage', '--force goes with --out', { help: 'name the file that is to be replaced' })
  } else if (out !== undefined && !/\.test\.ya?ml$/.test(out)) {
    throw new OperationError('usage', `"${out}" would not be read as tests`, {
      help: 'a file of tests is named <name>.test.yaml and lies below a sources folder',
    })
  }
}

function requireNone({ all, out, force }: GenerateOptions): void {
  const [name] = Object.entries({ all, out, force }).flatMap(([option, value]) => (value === undefined ? [] : [option]))
  if (name === undefined) return
  throw new OperationError('usage', `--${name} belongs to --generate`, {
    help: 'as in: scenewright test --generate --out scenarios/generated.test.yaml; a report is written with > tests.xml',
  })
}
