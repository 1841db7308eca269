import { cold } from './cold.mjs'
import { deploy } from './deploy.mjs'
import { diff } from './diff.mjs'
import { growth } from './growth.mjs'
import { hostile } from './hostile.mjs'
import { justified } from './justified.mjs'
import { lsp } from './lsp.mjs'
import { mcp } from './mcp.mjs'
import { memory } from './memory.mjs'
import { peers } from './peers.mjs'
import { replay } from './replay.mjs'
import { service } from './service.mjs'
import { start } from './start.mjs'
import { studio } from './studio.mjs'
import { survey } from './survey.mjs'
import { typescript } from './typescript.mjs'
import { warm } from './warm.mjs'

/**
 * The rows of the table. Each has its bounds and its number of rounds, and prepares its sides: functions that measure
 * once; `end` ends what only they use. `isAtLeast` reverses the bounds.
 */
export const cases = [
  start,
  ...cold,
  ...warm,
  ...survey,
  mcp,
  ...lsp,
  ...studio,
  growth,
  ...hostile,
  ...memory,
  ...justified,
  typescript,
  ...deploy,
  ...diff,
  ...replay,
  ...service,
  ...peers,
]
