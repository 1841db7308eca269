import { scenarioPath } from '@scenewright/model/compilation'
import { scenarioRule } from '../../rule.ts'
import { type ScenarioText, scenarioTexts } from '../../scenario-texts.ts'
import { textName } from '../../texts/text-name.ts'
import { quoted } from '../../wording.ts'

export const commentCut = scenarioRule({
  id: 'text/comment-cut',
  level: 'warning',
  summary: 'A text without quotes ends before a comment that may be the rest of it.',
  hasFix: true,
  check({ scenario: { map, document }, share, report }) {
    // Nearly all sources have no comment behind a text.
    if (map.trailingComment === undefined) return
    const reported = new Set<string>()
    for (const found of share(scenarioTexts)) {
      const { path, node } = found
      const behind = found.audience === 'author' ? undefined : map.trailingComment(path)
      if (behind === undefined) continue
      const comment = behind.trim()
      const place = JSON.stringify(map.place(path).range)
      // An alias repeats all texts of its anchor.
      if (reported.has(place) || (hasSpace(comment) && !isUnfinished(found))) continue
      reported.add(place)
      report({
        message: `${textName(found)} ends before ${quoted(comment)}, which is a comment in YAML`,
        at: path,
        ...(node !== undefined && { node }),
        help: 'If the rest belongs to the text, put the text in quotes; otherwise move the comment to its own line.',
        ...(isSurelyText(comment) && {
          fix: { title: 'Put the whole text in quotes', change: { kind: 'uncomment', path, comment: behind } },
        }),
      })
    }
    for (const name of nullable) {
      const path = scenarioPath(name)
      const comment = document.scenario[name] === null ? map.trailingComment(path)?.trim() : undefined
      if (comment === undefined || hasSpace(comment)) continue
      report({
        message: `"${name}" is null, because ${quoted(comment)} is a comment in YAML`,
        at: path,
        help: 'If that is the text, put it in quotes; otherwise move the comment to its own line.',
      })
    }
  },
})

/** The texts that a customer reads and that may be absent. */
const nullable = ['clarification_label', 'exit_message'] as const

/** A number, a tag or the key of a telephone has no space after the `#`; comments usually do. */
function hasSpace(comment: string): boolean {
  return /^#\s/.test(comment)
}

/** Not so: a line of marks, a note to the authors, and a comment that follows the rest of the text. */
function isSurelyText(comment: string): boolean {
  return !/^#(?:[\s#]|(?:todo|fixme|xxx)\b)|\s#(?:\s|$)/i.test(comment)
}

/** Whether the customer reads a text that does not end as a sentence, a list or a quotation does. */
function isUnfinished({ text, audience }: ScenarioText): boolean {
  return audience === 'customer' && !sentenceEnd.test(text)
}

const sentenceEnd =
  /[.!?:;)\]"'\u00ab\u00bb\u2018\u2019\u201c\u201d\u2026\u2039\u203a\u037e\u061f\u06d4\u0964\u3002\u300d\u300f\uff01\uff09\uff1a\uff1b\uff1f]$/
