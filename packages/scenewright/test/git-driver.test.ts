import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { branchWith, commit, git, put } from '../../workspace/test/git-repository.ts'
import { bin, scenewright } from './run.ts'

const page = readFileSync(new URL('../../../docs/git-diff.md', import.meta.url), 'utf8')

function block(language: string): string {
  const [, text] = new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page) ?? []
  if (text === undefined) throw new Error(`the page has no block ${language}`)
  return text
}

const source = (title: string, reply: string) => `title: ${title}
trigger_description: The customer asks about it.
flow:
  nodes:
    wait_time: { text: ${reply}, next: done }
    done: END
`

const refund = (days: number) =>
  source('Refund status', `A refund takes ${days} days.`).replace('The customer asks about it.', 'x')

/** A repository in which git is told what the page says. */
async function toldRepository(files: Readonly<Record<string, string>>): Promise<string> {
  const cwd = await branchWith({ '.gitattributes': block('gitattributes'), ...files })
  const [, setting = '', command = ''] = /^git config (\S+) "(.*)"$/m.exec(block('shell')) ?? []
  git(cwd, 'config', setting, command.replace(/^scenewright/, `"${bin}"`))
  return cwd
}

describe('docs/git-diff.md', () => {
  test('shows the output of git for a changed reply, and for a file with only formatting changes', async () => {
    const lines = block('diff').split('\n').filter(Boolean)
    const side = (gone: string) =>
      lines
        .filter(line => !line.startsWith(gone))
        .map(line => `${line.slice(1)}\n`)
        .join('')
    const text = (flow: string) => `title: Refund status\ntrigger_description: x\n${flow}    done: END\n`
    const thanks = source('Thanks', 'You are welcome.')
    const cwd = await toldRepository({
      'scenewright.config.yaml': '',
      'scenarios/refund.scenario.yaml': text(side('+')),
      'scenarios/thanks.scenario.yaml': thanks,
    })
    put(cwd, {
      'scenarios/refund.scenario.yaml': text(side('-')),
      'scenarios/thanks.scenario.yaml': `# ours\n${thanks}`,
    })
    expect(git(cwd, 'diff')).toBe(block('text'))
  })

  test('runs the package of a project in a subfolder, and never one of the registry', async () => {
    expect(page).not.toMatch(/npx (?!--no-install )/)
    const file = 'bots/shop/scenarios/refund.scenario.yaml'
    const project = { 'bots/shop/scenewright.config.yaml': '', 'bots/shop/package.json': '{}', [file]: refund(14) }
    const cwd = await toldRepository({ ...project, '.gitignore': 'node_modules\n' })
    const programs = join(cwd, 'bots/shop/node_modules/.bin')
    mkdirSync(programs, { recursive: true })
    symlinkSync(bin, join(programs, 'scenewright'))
    const [, command = ''] = /^git config \S+ "(npx .*)"$/m.exec(page) ?? []
    git(cwd, 'config', 'diff.scenewright.command', command)
    put(cwd, { [file]: refund(30) })
    expect(git(join(cwd, 'bots/shop'), 'diff')).toContain('[-14-]{+30+}')
  })
})

describe('as git calls it', () => {
  test('added, deleted, renamed and unreadable files cause no error, and commits are shown too', async () => {
    const cwd = await toldRepository({
      'bots/a/scenewright.config.yaml': '',
      'bots/a/scenarios/a.scenario.yaml': refund(14),
      'bots/a/scenarios/gone/b.scenario.yaml': source('Gone', 'Bye.'),
      'bots/a/scenarios/c.scenario.yaml': source('Broken', 'Fine.'),
      'bots/a/scenarios/z.scenario.yaml': source('Last', 'Old words.'),
    })
    git(cwd, 'mv', 'bots/a/scenarios/a.scenario.yaml', 'bots/a/scenarios/-new name.scenario.yaml')
    git(cwd, 'rm', '--quiet', 'bots/a/scenarios/gone/b.scenario.yaml')
    put(cwd, {
      'bots/a/scenarios/-new name.scenario.yaml': refund(30),
      'bots/a/scenarios/c.scenario.yaml': 'title: [',
      'bots/a/scenarios/d.scenario.ts': "import { words } from './words'\nexport default words\n",
      'bots/a/scenarios/e.scenario.yaml': source('New', `Hello and ${'welcome '.repeat(50)}all.`),
      'bots/a/scenarios/z.scenario.yaml': source('Last', 'New words.'),
    })
    commit(cwd)
    const said = git(cwd, 'diff', '--find-renames', 'main', 'work')
    expect(said.split('\n').filter(line => /^\S/.test(line))).toEqual([
      '> -new name  Refund status',
      'bots/a/scenarios/c.scenario.yaml  the new version cannot be read on its own; to see the lines, run git diff --no-ext-diff',
      'bots/a/scenarios/d.scenario.ts  the new version cannot be read on its own; to see the lines, run git diff --no-ext-diff',
      '+ e  New',
      '- gone/b  Gone',
      '~ z  Last',
    ])
    expect(said).toContain('seems to be renamed from "a"')
    expect(said).toContain('  bots/a/scenarios/z.scenario.yaml:5\n')
    expect(git(cwd, 'show', '--ext-diff', 'HEAD')).toContain('Old')
  })

  test('a file with a conflict says so', async () => {
    const cwd = await branchWith({ 'scenarios/a.scenario.yaml': refund(14) })
    const { code, stdout } = await scenewright(['diff', '--git-driver', '--', 'scenarios/a.scenario.yaml'], { cwd })
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'scenarios/a.scenario.yaml  has a conflict\n' })
  })

  test('a call that is not from git is a usage error', async () => {
    const cwd = await branchWith({ 'scenarios/a.scenario.yaml': refund(14) })
    for (const args of [[], ['a', 'b']]) {
      expect(await scenewright(['diff', '--git-driver', '--', ...args], { cwd })).toMatchObject({ code: 2 })
    }
  })
})
