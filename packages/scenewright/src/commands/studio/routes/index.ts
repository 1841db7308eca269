import type { Route } from '../route.ts'
import { changes } from './changes.ts'
import { chat } from './chat.ts'
import { checkEdit } from './check-edit.ts'
import { coverage } from './coverage.ts'
import { create } from './create.ts'
import { edit } from './edit.ts'
import { events } from './events.ts'
import { fix } from './fix.ts'
import { lab, labReplay } from './lab.ts'
import { lsp } from './lsp.ts'
import { project } from './project.ts'
import { remove } from './remove.ts'
import { saveTest } from './save-test.ts'
import { scenario } from './scenario.ts'
import { source } from './source.ts'

/** Every path of the studio's data: one file, one line. */
export const routes: readonly Route[] = [
  project,
  scenario,
  source,
  edit,
  checkEdit,
  create,
  remove,
  fix,
  chat,
  saveTest,
  coverage,
  lab,
  labReplay,
  changes,
  events,
  lsp,
]
