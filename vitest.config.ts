import { defineConfig } from 'vitest/config'

/** `npm test` runs every file once. `npm run test:full` runs the matrices again, with all their repetitions. */
const files = { once: '*.test.ts', full: '*.matrix.test.ts' }

/** Packages that touch nothing outside themselves: their files share a process, which saves loading each module anew. */
const pure = ['schemas/test', ...['checker', 'compiler', 'differ', 'graph', 'model', 'simulator'].map(testsOf)]

/** Its files share a process, the command line as it is loaded in it, and a local service. */
const commandLine = [testsOf('scenewright')]

/** Their files share a process, and in it the embedded database as it is compiled. */
const service = [...['service', 'conformance', 'client'].map(testsOf), `${testsOf('scenewright')}/service`]

/** Its files share a process of their own: they start git often, which takes the longer the more memory the process uses. */
const deployer = [testsOf('deployer')]

/** A database that lives for seconds is not worth compiling twice: half of the processor time of its start. */
const execArgv = ['--liftoff-only']

/** What the files of a process share is cleaned up after each of them. */
const setupFiles = 'packages/scenewright/test/set-up.ts'

export default defineConfig(({ mode }) => {
  const tier = mode === 'full' ? 'full' : 'once'
  // Given to each project: what a project extends is evaluated once more, without the mode of the run.
  const env = { SCENEWRIGHT_TEST_TIER: tier }
  const within = (folders: readonly string[]) => folders.map(folder => `${folder}/**/${files[tier]}`)
  return {
    test: {
      reporters: ['default', './test/closing-line.mjs'],
      // A guard against hanging alone: no test depends on how long it takes.
      testTimeout: 600_000,
      hookTimeout: 600_000,
      // One more than the processors of a small machine: a worker often waits for a program that it started.
      maxWorkers: 3,
      projects: [
        { extends: true, test: { name: 'pure', env, isolate: false, include: within(pure) } },
        {
          extends: true,
          test: {
            name: 'command line',
            env,
            isolate: false,
            include: within(commandLine),
            exclude: within(service),
            setupFiles,
          },
        },
        {
          extends: true,
          test: { name: 'service', env, isolate: false, execArgv, include: within(service), setupFiles },
        },
        { extends: true, test: { name: 'deployer', env, isolate: false, include: within(deployer) } },
        {
          extends: true,
          test: {
            name: 'whole',
            env,
            isolate: false,
            include: within([testsOf('*'), 'test']),
            exclude: within([...pure, ...commandLine, ...service, ...deployer]),
            setupFiles,
          },
        },
      ],
    },
  }
})

function testsOf(name: string): string {
  return `packages/${name}/test`
}
