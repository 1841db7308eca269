import { type FoundSecret, findSecrets, mayHoldSecret } from '@scenewright/model/secrets'
import { scenarioRule } from '../../rule.ts'
import { allTexts, scenarioTexts } from '../../scenario-texts.ts'
import { textName } from '../../texts/text-name.ts'
import { quoted } from '../../wording.ts'

export const secret = scenarioRule({
  id: 'text/secret',
  level: 'error',
  summary: 'A text contains an API key, token or password.',
  check({ share, report }) {
    if (!mayHoldSecret(share(allTexts))) return
    for (const found of share(scenarioTexts)) {
      const { text, path, node } = found
      for (const { what, ...rest } of findSecrets(text)) {
        report({
          message: `${textName(found)} seems to contain ${what}: ${hidden(rest)}`,
          at: path,
          ...(node === undefined ? {} : { node }),
          help: 'Remove it and revoke it at the issuer: everyone who can read the repository or its history has it.',
        })
      }
    }
  },
})

/** Enough characters to find the secret, too few to use it. */
function hidden({ text }: Pick<FoundSecret, 'text'>): string {
  const shown = text.slice(0, text.length < 16 ? 2 : 4)
  return `it begins with ${quoted(shown)} and has ${text.length} characters`
}
