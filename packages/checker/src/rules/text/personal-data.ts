import type { ProjectConfig } from '@scenewright/model/config'
import type { PersonalData } from '@scenewright/model/personal-data'
import { type IsAllowed, readAllowed, regionsOf } from '../../personal-data/allowed.ts'
import { isDocumentationPhone } from '../../personal-data/documentation-phones.ts'
import { findPersonalData, mayContainPersonalData } from '../../personal-data/find-personal-data.ts'
import { scenarioRule } from '../../rule.ts'
import { allTexts, scenarioTexts } from '../../scenario-texts.ts'
import { textName } from '../../texts/text-name.ts'
import { quoted } from '../../wording.ts'

export const personalData = scenarioRule({
  id: 'text/personal-data',
  level: 'warning',
  summary: 'An example or a reply contains a phone number, e-mail address, payment card or IBAN.',
  check({ config, share, report }) {
    if (!mayContainPersonalData(share(allTexts))) return
    for (const found of share(scenarioTexts)) {
      const { text, path, node, audience } = found
      if (audience === 'author') continue
      for (const data of onceEach(findPersonalData(text, regionsOf(config)))) {
        if (isDocumentationPhone(data) || allowedBy(config)(data)) continue
        report({
          message: `${textName(found)} holds ${named(data)}: ${audience === 'customer' ? 'all customers can read it' : 'it is stored in the repository and on the service'}`,
          at: path,
          ...(node === undefined ? {} : { node }),
          help: `${audience === 'customer' ? 'Remove it if it belongs to a person' : 'Replace it with made-up data, or remove it'}. ${allowing(data)}`,
        })
      }
    }
  },
})

/** The maximum number of findings, so that an author can still read them. */
const maxFound = 20

function onceEach(found: readonly PersonalData[]): readonly PersonalData[] {
  return [...new Map(found.map(data => [data.text, data])).values()].slice(0, maxFound)
}

/**
 * Describes the personal data for a message. Payment numbers are shortened, because more people read a log than the
 * source.
 */
function named({ kind, text }: PersonalData): string {
  switch (kind) {
    case 'phone':
      return `the phone number ${quoted(text)}`
    case 'email':
      return `the e-mail address ${quoted(text)}`
    case 'card':
      return `the number of a payment card, ending in ${quoted(text.slice(-4))}`
    case 'iban':
      return `an account number (IBAN), beginning with ${quoted(text.slice(0, 4))}`
  }
}

function allowing({ kind, text }: PersonalData): string {
  const isShown = kind === 'phone' || kind === 'email'
  return isShown
    ? `If it is the company's own, allow it in the config: allow_personal_data: [${quoted(text)}].`
    : "If it is the company's own, list it in the config under `allow_personal_data`."
}

const allowed = new WeakMap<ProjectConfig, IsAllowed>()

/** Reads the list of a config only once. */
function allowedBy(config: ProjectConfig): IsAllowed {
  const isAllowed = allowed.get(config) ?? readAllowed(config)
  allowed.set(config, isAllowed)
  return isAllowed
}
