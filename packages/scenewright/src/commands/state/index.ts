import type { CommandGroup } from '../../shell/command.ts'

/** `scenewright state …`, one file and one line each. */
export const state: CommandGroup = {
  commands: {
    init: {
      summary: 'check the state backend, initialize the state, record its lineage in the config',
      load: async () => (await import('./init.ts')).stateInit,
    },
    show: { summary: 'show what the state holds', load: async () => (await import('./show.ts')).stateShow },
    log: { summary: 'list what happened, newest first', load: async () => (await import('./log.ts')).stateLog },
    export: {
      summary: 'write the state and what was deployed into one document',
      load: async () => (await import('./export.ts')).stateExport,
    },
    move: {
      summary: 'move the state to another backend, and name it in the config',
      load: async () => (await import('./move.ts')).stateMove,
    },
    rebuild: {
      summary: 'rebuild a lost state, from receipts and the service',
      load: async () => (await import('./rebuild.ts')).stateRebuild,
    },
    restore: { summary: 'restore an exported state', load: async () => (await import('./restore.ts')).stateRestore },
  },
}
