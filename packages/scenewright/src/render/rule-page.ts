import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Rule } from '@scenewright/checker'
import { isAtOrBelow } from '@scenewright/model/system'
import { visible } from '@scenewright/model/text'
import type { KnownRules } from '@scenewright/workspace'
import { version } from '../shell/installation.ts'
import { rulePageUrl, withAbsoluteLinks } from './docs-url.ts'

/**
 * The page of a rule, in Markdown: that of a built-in rule, the project's page for a custom rule, or the custom rule's
 * own description. The project's level is added to the default level.
 */
export function rulePage(rule: Rule, known: KnownRules): string {
  const [title = '', ...paragraphs] = pageOf(rule, known.root).split('\n\n')
  const here = inProject(rule, known)
  const isLevel = paragraphs[0]?.startsWith('Level: ') === true
  const [level, rest] = isLevel ? [paragraphs.slice(0, 1), paragraphs.slice(1)] : [[], paragraphs]
  return [title, ...level, ...(here === undefined ? [] : [here]), ...rest].join('\n\n')
}

function pageOf(rule: Rule, root: string | undefined): string {
  if (rule.docs === undefined) return toolkitPage(rule.id)
  const path = root === undefined ? undefined : join(root, rule.docs)
  const isPage = root !== undefined && path?.endsWith('.md') === true && existsSync(path)
  if (isPage && isAtOrBelow(path, root)) return visible(readFileSync(path, 'utf8'))
  return ownWords(rule, rule.docs)
}

/** The page of a built-in rule, with absolute links, because it is displayed without the other pages. */
export function toolkitPage(rule: string): string {
  const page = readFileSync(new URL(`./docs/rules/${rule}.md`, import.meta.url), 'utf8')
  return withAbsoluteLinks(page, rulePageUrl(rule, version))
}

function ownWords({ id, level, summary, options = {} }: Rule, docs: string): string {
  const listed = Object.entries(options).map(
    ([name, option]) => `- \`${name}\`: ${option.summary} Default ${JSON.stringify(option.default)}.`,
  )
  const paragraphs = [`# ${id}`, `Level: ${level}.`, summary, ...(listed.length > 0 ? [listed.join('\n')] : [])]
  return visible(`${[...paragraphs, `A custom rule of this project: ${docs}`].join('\n\n')}\n`)
}

/** The project's settings for a rule; undefined outside a project. */
function inProject(rule: Rule, { root, stateOf, exceptionsOf }: KnownRules): string | undefined {
  if (root === undefined) return undefined
  const { level, options } = stateOf(rule)
  const values = Object.entries(options).map(([name, value]) => `, \`${name}\` ${JSON.stringify(value)}`)
  const files = exceptionsOf(rule)
  const except = files.length === 0 ? '' : `; otherwise in ${files.map(file => `\`${visible(file)}\``).join(', ')}`
  return `In this project: ${level}${values.join('')}${except}.`
}
