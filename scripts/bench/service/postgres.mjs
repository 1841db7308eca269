import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundled } from './bundled.mjs'

const source = new URL('../../../packages/service/test/support/postgres-cluster.ts', import.meta.url)
let cluster

/** The command-line option for a new database, on a server of this run. */
export async function newDatabase() {
  cluster ??= startServer()
  return ['--database-url', await (await cluster).newDatabase()]
}

async function startServer() {
  const { startCluster } = await import(pathToFileURL(await bundled(fileURLToPath(source))).href)
  const started = await startCluster()
  process.on('exit', () => started.stop())
  return started
}
