import type { DocumentPath } from '@scenewright/model/compilation'
import type { ScenarioReport } from '../../context.ts'
import { scenarioRule } from '../../rule.ts'
import { allTexts, scenarioTexts } from '../../scenario-texts.ts'
import { characterName, findInvisible, isBlank, mayContainInvisible } from '../../texts/invisible-characters.ts'
import { listed } from '../../wording.ts'

const whyToRemove = 'a text search for these words fails, and a copy includes them'
const whyRefused = 'a database cannot store all of them, so the service may refuse the scenario'

export const invisible = scenarioRule({
  id: 'text/invisible',
  level: 'warning',
  summary: 'A text contains invisible characters: zero-width, direction-changing or control characters.',
  hasFix: true,
  check({ share, report }) {
    if (!mayContainInvisible(share(allTexts))) return
    for (const { text, path, node } of share(scenarioTexts)) {
      const characters = isRead(path) ? findInvisible(text) : undefined
      if (characters === undefined || isBlankReply(path, text.replace(characters, ''))) continue
      report({
        message: `The text contains invisible characters: ${listed([...new Set(text.match(characters))].map(characterName))}`,
        at: path,
        ...(node !== undefined && { node }),
        help: `Remove the invisible characters: ${canBeStored(text) ? whyToRemove : whyRefused}.`,
        fix: createFix(text, path, characters),
      })
    }
  },
})

/** The layout of the canvas, and the requirements of a document, are read by programs, not by people. */
function isRead([part, field]: DocumentPath): boolean {
  return part === 'scenario' && field !== 'layout'
}

/** Whether databases store it: none takes half of a surrogate pair, and many take no NULL. */
function canBeStored(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** `text/empty` reports a reply that contains nothing else. */
function isBlankReply(path: DocumentPath, left: string): boolean {
  return (path.at(-1) === 'text' || path.at(-1) === 'exit_message') && isBlank(left)
}

/** A control character between words may replace a space or a line break; no program can tell which. */
const partsWords = /[\p{L}\p{M}\p{N}]\p{Cc}+[\p{L}\p{N}]/u

function createFix(text: string, path: DocumentPath, characters: RegExp): ScenarioReport['fix'] {
  const left = text.replace(characters, '')
  if (isBlank(left) || partsWords.test(text.replace(/[\n\r\t]/g, ' '))) return undefined
  return { title: 'Remove invisible characters', change: { kind: 'strip', path, characters } }
}
