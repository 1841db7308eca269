import { type PhoneRegion, type ProjectConfig, phoneRegions } from '@scenewright/model'

/** The countries whose phone numbers customers write without a country code, as far as the bot's language tells. */
export function regionsOf({ bot }: ProjectConfig): readonly PhoneRegion[] {
  const language = bot?.primary_language
  return language === undefined ? undeclared : phoneRegions[language]
}

/** The language of the API where a bot has none is Russian; but such a config says nothing of its customers. */
const undeclared: readonly PhoneRegion[] = ['RU', 'US']
