import type { Route } from '../route.ts'
import { chat } from './chat.ts'
import { edit } from './edit.ts'
import { events } from './events.ts'
import { project } from './project.ts'
import { scenario } from './scenario.ts'
import { source } from './source.ts'

/** Every path of the studio's data: one file, one line. */
export const routes: readonly Route[] = [project, scenario, source, edit, chat, events]
