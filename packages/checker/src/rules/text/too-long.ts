import { scenarioRule } from '../../rule.ts'
import { allTexts, scenarioTexts } from '../../scenario-texts.ts'
import { textName } from '../../texts/text-name.ts'

export const tooLong = scenarioRule({
  id: 'text/too-long',
  level: 'warning',
  summary: 'A text for the customer is longer than a channel allows.',
  options: { max_length: { default: 4096, summary: 'The maximum length of a text, in UTF-16 units.' } },
  check({ share, options, report }) {
    const maxLength = options.max_length
    if (share(allTexts).length <= maxLength) return
    for (const found of share(scenarioTexts)) {
      const { text, path, node, audience } = found
      if (audience !== 'customer' || text.length <= maxLength) continue
      report({
        message: `${textName(found)} has ${text.length} characters, ${text.length - maxLength} more than the limit of ${maxLength}: a channel may truncate or reject it`,
        at: path,
        ...(node === undefined ? {} : { node }),
        help: `Shorten the text${node === undefined ? '' : ', or split it into several replies'}.`,
      })
    }
  },
})
