import { createHash } from 'node:crypto'
import type { Language } from '@scenewright/model/config'
import { textToEmbed } from '@scenewright/simulator/embeddings'
import { createPseudonymizer } from '../../privacy/pseudonymizer.ts'

/** The settings of a bot that determine the texts for a model. */
export interface TextSettings {
  readonly primary_language: Language
  /** Personal data is masked before a text is sent. */
  readonly anonymize_pii: boolean
}

/** The number of characters of a name that are sent: the rest of a text for a model belongs to the passage. */
const sentName = 200

/** A passage, and the name of its document. */
export interface NamedPassage {
  readonly name: string
  readonly text: string
}

/** The text of a passage for a model: with the name of its document; undefined for a text without a letter or digit. */
export async function passageToEmbed({ name, text }: NamedPassage, bot: TextSettings): Promise<string | undefined> {
  return textToEmbed(await maskText(`${name.slice(0, sentName)}\n${text}`, bot))
}

/**
 * The text with personal data masked, if the bot requires it. Each text has its own placeholders, so that it is always
 * masked in the same way.
 */
export async function maskText(text: string, { primary_language, anonymize_pii }: TextSettings): Promise<string> {
  return anonymize_pii ? (await createPseudonymizer(primary_language)).mask(text) : text
}

/** Identifies a text that was sent: its SHA-256. */
export function embeddedHash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
