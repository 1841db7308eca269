import { scenarioRule } from '../../rule.ts'
import { textName } from '../../texts/text-name.ts'
import { allTexts, textsOf } from '../../texts-of.ts'

export const tooLong = scenarioRule({
  id: 'text/too-long',
  level: 'warning',
  summary: 'A text that the customer reads is longer than a channel carries.',
  options: { max_length: { default: 4096, summary: 'The most UTF-16 units that a text may have.' } },
  check({ share, options, report }) {
    const most = options.max_length
    if (share(allTexts).length <= most) return
    for (const found of share(textsOf)) {
      const { text, path, node, audience } = found
      if (audience !== 'customer' || text.length <= most) continue
      report({
        message: `${textName(found)} has ${text.length} characters, ${text.length - most} more than the limit of ${most}: a channel would cut it off or refuse it`,
        at: path,
        ...(node === undefined ? {} : { node }),
        help: `Say it in fewer words${node === undefined ? '' : ', or in several replies one after the other'}.`,
      })
    }
  },
})
