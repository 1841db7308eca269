import type { CommandEntry } from '../shell/command.ts'

/** Every command, in the order of the help: one file, one line. */
export const commands: { readonly [name: string]: CommandEntry } = {
  init: { summary: 'write a starter project', load: async () => (await import('./init/command.ts')).init },
  check: { summary: 'check the sources for problems', load: async () => (await import('./check/command.ts')).check },
  fmt: { summary: 'format the sources', load: async () => (await import('./fmt.ts')).fmt },
  explain: { summary: 'print the page of a rule', load: async () => (await import('./explain/command.ts')).explain },
  compile: { summary: 'write the import documents', load: async () => (await import('./compile/command.ts')).compile },
  decompile: {
    summary: 'turn import documents into sources',
    load: async () => (await import('./decompile.ts')).decompile,
  },
  import: {
    summary: 'turn a bot of Rasa, Dialogflow or a table into sources',
    load: async () => (await import('./import/command.ts')).importBot,
  },
  score: {
    summary: 'show which scenario a message would start, and why',
    load: async () => (await import('./score.ts')).score,
  },
  simulate: {
    summary: "simulate the bot's answers to messages",
    load: async () => (await import('./simulate.ts')).simulate,
  },
  chat: { summary: 'talk with the bot', load: async () => (await import('./chat/command.ts')).chat },
  test: { summary: 'run the conversation tests', load: async () => (await import('./test/command.ts')).test },
  lab: {
    summary: 'find scenarios that are confused with each other, and why',
    load: async () => (await import('./lab/command.ts')).lab,
  },
  harvest: {
    summary: "write customers' messages from the journal of a service to a file",
    load: async () => (await import('./harvest/command.ts')).harvest,
  },
  example: {
    summary: 'add examples to a scenario',
    load: async () => (await import('./example/index.ts')).example,
  },
  graph: {
    summary: 'draw a flow, or the similar scenarios of a project',
    load: async () => (await import('./graph/command.ts')).graph,
  },
  diff: {
    summary: 'show how a change affects customers',
    load: async () => (await import('./diff/command.ts')).diff,
  },
  plan: { summary: 'show what a deploy would do', load: async () => (await import('./deploy/plan.ts')).plan },
  apply: {
    summary: 'import and publish the changes',
    load: async () => (await import('./deploy/apply.ts')).apply,
  },
  adopt: {
    summary: 'add existing scenarios of the service to the state',
    load: async () => (await import('./deploy/adopt.ts')).adopt,
  },
  activate: {
    summary: 'switch scenarios on',
    load: async () => (await import('./deploy/switch-scenarios.ts')).activate,
  },
  deactivate: {
    summary: 'switch scenarios off',
    load: async () => (await import('./deploy/switch-scenarios.ts')).deactivate,
  },
  release: {
    summary: 'end the hold of scenarios',
    load: async () => (await import('./deploy/switch-scenarios.ts')).release,
  },
  rollback: {
    summary: 'publish an earlier version again',
    load: async () => (await import('./deploy/rollback.ts')).rollback,
  },
  promote: {
    summary: 'publish the versions of one environment in another',
    load: async () => (await import('./deploy/promote.ts')).promote,
  },
  drift: {
    summary: 'show manual edits on the service',
    load: async () => (await import('./deploy/drift.ts')).drift,
  },
  status: { summary: 'show what is deployed', load: async () => (await import('./deploy/status.ts')).status },
  resolve: {
    summary: 'record the result of a request whose answer was lost',
    load: async () => (await import('./deploy/resolve.ts')).resolve,
  },
  state: {
    summary: 'initialize, show, back up, restore and move the state',
    load: async () => (await import('./state/index.ts')).state,
  },
  studio: {
    summary: 'look at the project and edit it in a browser',
    load: async () => (await import('./studio/command.ts')).studio,
  },
  mcp: {
    summary: 'serve the project to coding agents (Model Context Protocol)',
    load: async () => (await import('./mcp/command.ts')).mcp,
  },
  lsp: {
    summary: 'serve the project to editors (Language Server Protocol)',
    load: async () => (await import('./lsp/command.ts')).lsp,
  },
  service: { summary: 'run the local service', load: async () => (await import('./service/index.ts')).service },
  ci: {
    summary: 'write workflows for CI, and comment on pull requests',
    load: async () => (await import('./ci/index.ts')).ci,
  },
  doctor: {
    summary: 'report what is missing, and list the assumptions about the service',
    load: async () => (await import('./doctor/command.ts')).doctor,
  },
}
