import type { SourceLanguage } from './protocol.ts'

/** The language of a source, by its name. */
export function languageOf(file: string): SourceLanguage {
  return file.endsWith('.ts') ? 'typescript' : 'yaml'
}
