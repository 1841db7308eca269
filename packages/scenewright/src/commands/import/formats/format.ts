import type { Intent, Omit } from '../imported-bot.ts'
import type { InputFiles } from '../input-files.ts'

/** The input of a format. */
export interface FormatInput {
  readonly files: InputFiles
  /** The requested language, for a bot with several. */
  readonly language: string | undefined
  readonly omit: Omit
}

/** A tool that bots are imported from. */
export interface ImportFormat {
  /** For messages: "a Rasa project". */
  readonly name: string
  /** Whether the files look like those of this tool. Reads at most a few of them. */
  recognizes(files: InputFiles): Promise<boolean>
  /** Reads the intents, and records as omissions what a scenario cannot contain. Invalid input is an OperationError. */
  read(input: FormatInput): Promise<readonly Intent[]>
}
