import { groupOf, nearestRule, type Rule } from '@scenewright/checker'
import { OperationError } from '@scenewright/model'
import type { CommandDefinition, SharedOptions } from '../command.ts'
import { type CustomRulesOption, customRulesOption } from '../custom-rules/allowed.ts'
import { knownRules } from '../known-rules.ts'
import { json } from '../report/json.ts'
import { pageText } from '../report/page-text.ts'
import { rulePage } from '../report/rule-page.ts'
import { ruleData, rulesJson, rulesText } from '../report/rules.ts'

export const explain: CommandDefinition<SharedOptions & CustomRulesOption> = {
  arguments: '[rule]',
  formats: ['text', 'json'],
  options: customRulesOption,
  examples: [
    ['scenewright explain graph/trap', 'what the rule finds, why, and how to mend it'],
    ['scenewright explain graph', 'the rules of a group'],
    ['scenewright explain', 'all rules'],
  ],
  async run(invocation, [name], options) {
    const { terminal } = invocation
    const isJson = options.format === 'json'
    const known = await knownRules(invocation, options)
    const rule = known.rules.find(({ id }) => id === name)
    if (rule === undefined) {
      terminal.err(known.notRun)
      const listed = { ...known, rules: rulesNamed(name, known.rules) }
      terminal.out(isJson ? rulesJson(listed) : rulesText(listed, terminal.color.out))
      return 0
    }
    const page = rulePage(rule, known)
    terminal.out(isJson ? json({ ...ruleData(rule, known), page }) : pageText(page, terminal.color.out))
    return 0
  },
}

/** The rules of a group that is named as `graph` or `graph/*`; all of them without a name. */
function rulesNamed(name: string | undefined, rules: readonly Rule[]): readonly Rule[] {
  if (name === undefined || name === '*') return rules
  const group = name.replace(/\/\*?$/, '')
  const ofGroup = rules.filter(({ id }) => groupOf(id) === group)
  if (ofGroup.length > 0) return ofGroup
  const near = nearestRule(name, rules)
  throw new OperationError('usage', `there is no rule "${name}"`, {
    help: near === undefined ? '`scenewright explain` lists all of them' : `did you mean "${near}"?`,
  })
}
