import type { CommandGroup } from '../../shell/command.ts'

/** `scenewright state …`, one file and one line each. */
export const state: CommandGroup = {
  examples: [
    ['scenewright state init --env production', 'before the first deploy'],
    ['scenewright state log -n 20', 'the last twenty events'],
  ],
  commands: {
    init: {
      summary: 'check the state backend, initialize the state, record its lineage in the config',
      load: async () => (await import('./init.ts')).stateInit,
    },
    show: { summary: 'show the contents of the state', load: async () => (await import('./show.ts')).stateShow },
    log: { summary: 'list the events, newest first', load: async () => (await import('./log.ts')).stateLog },
    export: {
      summary: 'export the state and the deployed payloads to one document',
      load: async () => (await import('./export.ts')).stateExport,
    },
    move: {
      summary: 'move the state to another backend, and update the config',
      load: async () => (await import('./move.ts')).stateMove,
    },
    rebuild: {
      summary: 'rebuild a lost state from receipts and the service',
      load: async () => (await import('./rebuild.ts')).stateRebuild,
    },
    restore: { summary: 'restore an exported state', load: async () => (await import('./restore.ts')).stateRestore },
  },
}
