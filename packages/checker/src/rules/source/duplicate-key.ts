import { type Place, startOfFile } from '@scenewright/model'
import { projectRule } from '../../rule.ts'
import { quoted } from '../../wording.ts'

export const duplicateKey = projectRule({
  id: 'source/duplicate-key',
  level: 'error',
  summary: 'Two scenarios have the same key.',
  check({ reports, report }) {
    const first = new Map<string, Place>()
    for (const { file, scenarios } of reports) {
      for (const { key, keyPlace } of scenarios) {
        const place = keyPlace ?? { file, range: startOfFile }
        const other = first.get(key)
        if (other === undefined) {
          first.set(key, place)
          continue
        }
        report({
          message: `${quoted(file)} has the same key ${quoted(key)} as ${quoted(other.file)}`,
          at: place,
          scenario: key,
          related: [{ at: other, message: `The first source with the key ${quoted(key)}` }],
          help: 'Give one of them a different key.',
        })
      }
    }
  },
})
