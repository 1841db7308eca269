import { defineConfig } from 'vitest/config'

/** `npm test` runs every file once. `npm run test:full` runs the matrices again, with all their repetitions. */
const files = { once: '*.test.ts', full: '*.matrix.test.ts' }

/** Its files share the command line as a process has loaded it, and a local service. */
const commandLine = [testsOf('scenewright')]

/** Their files share the embedded database as a process has compiled it. */
const service = [...['service', 'conformance', 'client'].map(testsOf), `${testsOf('scenewright')}/service`]

/** Its files start git often, which takes the longer the more memory a process uses. */
const deployer = [testsOf('deployer')]

/** A database that lives for seconds is not worth compiling twice: half of the processor time of its start. */
const execArgv = ['--liftoff-only']

/** What is not of the rest. */
const apart = [...commandLine, ...service, ...deployer]

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
      // The files of a project share its processes, which saves loading each module anew.
      isolate: false,
      setupFiles: 'packages/scenewright/test/set-up.ts',
      projects: [
        { extends: true, test: { name: 'command line', env, include: within(commandLine), exclude: within(service) } },
        { extends: true, test: { name: 'service', env, execArgv, include: within(service) } },
        { extends: true, test: { name: 'deployer', env, include: within(deployer) } },
        {
          extends: true,
          test: {
            name: 'the rest',
            env,
            include: within([testsOf('*'), 'schemas/test', 'test']),
            exclude: within(apart),
          },
        },
      ],
    },
  }
})

function testsOf(name: string): string {
  return `packages/${name}/test`
}
