import { execFile } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { byTier } from '../../../../test/tier.ts'
import { bin, folderWith } from '../run.ts'

const nvim = '/usr/bin/nvim'
const plugin = fileURLToPath(new URL('../../../../editors/neovim', import.meta.url))

// Where the tests are the last word, as in CI, it has to be there.
const isNeeded = process.env.SCENEWRIGHT_TEST_NEOVIM === 'required'
const isFull = byTier({ once: false, full: true })
const isWanted = isFull && (isNeeded || existsSync(nvim))
const whyNot = isWanted ? '' : isFull ? ` (skipped without ${nvim})` : ' (skipped: runs in npm run test:full)'

const refund = `title: Refund status
trigger_description: The customer asks when a refund will arrive.
examples:
  - Where is my refund?
  - refund still not here
flow:
  start: wait_time
  nodes:
    wait_time:
      text: A refund takes 3 business days.
      next: doen
    done: END
`

const tests = `conversations:
  - name: asks for the money
    turns:
      - user: Where is my refund?
        expect: { starts: refund, walk: [wait_time, done] }
`

const typescriptTests = `import { tests } from 'scenewright'

export default tests({
  conversations: [
    {
      name: 'asks again',
      turns: [{ user: 'Where is my refund?', expect: { starts: 'refund', walk: ['wait_time', 'done'] } }],
    },
  ],
})
`

/**
 * Changes a test without saving it, waits for findings, goes from the start to its node, renames the node and the
 * scenario, and writes all files.
 */
const session = `
local function wait(condition, what)
  if not vim.wait(600000, condition, 10) then error('no ' .. what) end
end
local ok, message = pcall(function()
  vim.o.hidden = true
  vim.cmd('edit scenarios/again.test.ts')
  vim.api.nvim_buf_set_lines(0, 0, 0, false, { '// Not saved.' })
  vim.cmd('edit scenarios/refund.scenario.yaml')
  wait(function() return #vim.diagnostic.get(0) > 0 end, 'findings')
  local seen = {}
  for _, found in ipairs(vim.diagnostic.get(0)) do
    table.insert(seen, { line = found.lnum, code = found.user_data.lsp.code, source = found.source })
  end
  vim.fn.cursor(7, 12)
  local params = vim.lsp.util.make_position_params()
  local defined = vim.lsp.buf_request_sync(0, 'textDocument/definition', params, 600000)
  vim.lsp.buf.rename('duration')
  wait(function() return vim.fn.getline(9) == '    duration:' end, 'rename')
  vim.cmd('wall')
  vim.fn.cursor(1, 9)
  vim.lsp.buf.rename('money')
  wait(function() return vim.fn.filereadable('scenarios/money.scenario.yaml') == 1 end, 'renamed scenario')
  vim.cmd('wall')
  local _, answer = next(defined)
  print(vim.fn.json_encode({ seen = seen, definition = answer.result, clients = #vim.lsp.get_active_clients() }))
end)
if not ok then print(vim.fn.json_encode({ error = message })) end
vim.cmd('qall!')
`

test.skipIf(!isWanted)(`Neovim shows findings, goes to a definition and renames${whyNot}`, async () => {
  const cwd = realpathSync(
    await folderWith({
      'scenewright.config.yaml': '',
      'scenarios/refund.scenario.yaml': refund,
      'scenarios/refund.test.yaml': tests,
      'scenarios/again.test.ts': typescriptTests,
      'session.lua': session,
      'init.lua': `package.path = ${JSON.stringify(`${plugin}/?.lua;`)} .. package.path
require('scenewright').setup({ cmd = { ${JSON.stringify(bin)}, 'lsp', '--stdio' } })
`,
    }),
  )
  const env = { PATH: process.env.PATH ?? '', HOME: cwd, XDG_STATE_HOME: cwd, XDG_CACHE_HOME: cwd }
  const args = ['--headless', '-n', '-u', 'init.lua', '-c', 'luafile session.lua']
  const { stderr } = await promisify(execFile)(nvim, args, { cwd, env })
  const line = stderr.split(/\r?\n/).find(each => each.startsWith('{')) ?? '{}'
  const { seen, definition, clients, error } = JSON.parse(line)
  expect(error).toBeUndefined()
  expect(clients).toBe(1)
  expect(seen).toContainEqual({ line: 10, code: 'graph/unknown-target', source: 'scenewright' })
  expect(definition).toMatchObject([{ range: { start: { line: 8, character: 4 }, end: { line: 8, character: 13 } } }])
  const read = (file: string) => readFileSync(join(cwd, file), 'utf8')
  const renamed = (text: string) => text.replaceAll('wait_time', 'duration').replace(/(starts: '?)refund/, '$1money')
  expect(read('scenarios/money.scenario.yaml')).toBe(`renamed_from: refund\n${renamed(refund)}`)
  expect(existsSync(join(cwd, 'scenarios/refund.scenario.yaml'))).toBe(false)
  expect(read('scenarios/refund.test.yaml')).toBe(renamed(tests))
  expect(read('scenarios/again.test.ts')).toBe(`// Not saved.\n${renamed(typescriptTests)}`)
})
