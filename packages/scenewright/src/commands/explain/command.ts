import { type CustomRulesOption, knownRules } from '@scenewright/workspace'
import { json } from '../../render/json.ts'
import { rulePage } from '../../render/rule-page.ts'
import { ruleData, rulesJson, rulesNamed, rulesText } from '../../render/rules.ts'
import { type CommandDefinition, customRulesOption, type SharedOptions } from '../../shell/command.ts'
import { painter } from '../../shell/terminal.ts'

export const explain: CommandDefinition<SharedOptions & CustomRulesOption> = {
  arguments: '[rule]',
  formats: ['text', 'json'],
  options: customRulesOption,
  examples: [
    ['scenewright explain graph/trap', 'what the rule finds, why, and how to fix it'],
    ['scenewright explain graph', 'the rules of a group'],
    ['scenewright explain', 'all rules'],
  ],
  async run(invocation, [name], options) {
    const { terminal } = invocation
    const isJson = options.format === 'json'
    const known = await knownRules(invocation, options)
    const rule = known.rules.find(({ id }) => id === name)
    if (rule === undefined) {
      const listed = { ...known, rules: name === undefined ? known.rules : rulesNamed(name, known) }
      terminal.err(known.notRun)
      terminal.out(isJson ? rulesJson(listed) : rulesText(listed, terminal.color.out))
      return 0
    }
    const page = rulePage(rule, known)
    terminal.out(isJson ? json({ ...ruleData(rule, known), page }) : pageText(page, terminal.color.out))
    return 0
  },
}

/** A page of the documentation for a terminal: without Markdown except for lists and code, with indented examples. */
function pageText(page: string, color: boolean): string {
  const paint = painter(color)
  const proseText = createProse(color)
  let isExample = false
  const lines = page.split('\n').flatMap(line => {
    if (line.startsWith('```')) {
      isExample = !isExample
      return []
    }
    if (isExample) return line === '' ? '' : `    ${paint('cyan', line)}`
    const heading = /^#+ (.*)$/.exec(line)?.[1]
    return heading === undefined ? proseText(line) : paint('bold', heading)
  })
  return lines.join('\n')
}

/** Without color, the backticks are kept, because nothing else marks code. */
function createProse(color: boolean): (line: string) => string {
  const paint = painter(color)
  return line => {
    const text = line
      .replace(/\[([^\]]*)\]\(([^)]*)\)/g, (_link, name: string, target: string) => `${name} (${target})`)
      .replace(/\*\*([^*]+)\*\*/g, (_strong, strong: string) => paint('bold', strong))
    return color ? text.replace(/`([^`]+)`/g, (_code, code: string) => paint('cyan', code)) : text
  }
}
