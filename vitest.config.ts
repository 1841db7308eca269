import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { LongFirst } from './test/long-first.ts'

/** `npm test` runs every file once. `npm run test:full` runs the matrices again, with all their repetitions. */
const files = { once: '*.test.ts', full: '*.matrix.test.ts' }

/** Their files share the command line as a process has loaded it, and a local service. */
const commandLine = ['packages/{scenewright,deployer}/test']

/** Their files share the embedded database as a process has compiled it. */
const service = 'packages/scenewright/test/service'

/**
 * Those that import sources of the packages, or a helper that does, run where other files have loaded them: that takes
 * longer than most tests.
 */
const withSources = filesBelow('packages/scenewright/test').filter(file =>
  /^(?:import (?!type ).*|\} )from '(?:(?:\.\.\/)+src\/|@scenewright\/|\.\/service\/)/m.test(
    readFileSync(file, 'utf8'),
  ),
)

/**
 * The workers take all of a small machine: threads that collect garbage beside one of them take from the others. Little
 * of what tests call runs for long, so that code is optimized later than usual (by default after 67584): optimizing it
 * took a tenth of the processor time.
 */
const alone = ['--single-threaded-gc', '--interrupt-budget=400000']

/**
 * A database that lives for seconds is not worth compiling twice: half of the processor time of its start. With four
 * times the room for new objects, collecting them takes two thirds of the time, which is a tenth of the whole. The files
 * of the command line do without: the larger a process, the longer it takes to start a program. For the same reason, the
 * room grows when it is needed: the files that start many programs come first. The set-up of the tests keeps that from
 * threads, whose memory may be limited.
 */
const withDatabase = [...alone, '--liftoff-only', '--max-semi-space-size=64']

export default defineConfig(({ mode }) => {
  const tier = mode === 'full' ? 'full' : 'once'
  // Given to each project: what a project extends is evaluated once more, without the mode of the run.
  const ofTier = {
    env: { SCENEWRIGHT_TEST_TIER: tier },
    // A guard against hanging alone: no test depends on how long it takes. A whole matrix takes minutes.
    testTimeout: tier === 'full' ? 3_600_000 : 600_000,
  }
  const within = (folders: readonly string[]) => folders.map(folder => `${folder}/**/${files[tier]}`)
  return {
    // As the build writes them in, for the tests that call the source of a command.
    define: { SCENEWRIGHT_VERSION: '"0.0.0"', SCENEWRIGHT_BUILD: '"source"' },
    test: {
      reporters: ['default', './test/closing-line.mjs', ...(tier === 'full' ? ['./test/fault-table.mjs'] : [])],
      hookTimeout: 600_000,
      // The processes end what they share, such as databases, which takes its time on a busy machine.
      teardownTimeout: 600_000,
      // One more than the processors of a small machine: a worker often waits for a program that it started. With four,
      // npm test took longer, and with five the full tier: 1,298 s instead of 1,148 s. They only share the processors.
      maxWorkers: 3,
      sequence: { sequencer: LongFirst },
      // The files of a project share its processes, which saves loading each module anew.
      isolate: false,
      globalSetup: 'test/temporary.ts',
      setupFiles: 'packages/scenewright/test/set-up.ts',
      projects: [
        {
          extends: true,
          test: {
            name: 'command line',
            ...ofTier,
            execArgv: alone,
            include: within(commandLine),
            exclude: [...within([service]), ...withSources],
          },
        },
        {
          extends: true,
          test: {
            name: 'packages',
            ...ofTier,
            execArgv: withDatabase,
            include: [
              ...within([
                service,
                'packages/!(scenewright|deployer)/test',
                'schemas/test',
                'editors/*/test',
                'site/test',
                'test',
              ]),
              ...withSources.filter(file => file.endsWith(files[tier].slice(1))),
            ],
          },
        },
      ],
    },
  }
})

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter(file => file.endsWith('.test.ts'))
}
