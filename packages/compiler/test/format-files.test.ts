import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OperationError } from '@scenewright/model'
import { expect, test } from 'vitest'
import { formatFiles } from '../src/format/format-files.ts'
import { replaceFile } from '../src/format/replace-file.ts'
import { openProject } from '../src/index.ts'
import { projectFolder, soundSource } from './project-folder.ts'

const bots = fileURLToPath(new URL('../../../scenarios', import.meta.url))
const names = readdirSync(bots, { withFileTypes: true }).flatMap(entry => (entry.isDirectory() ? [entry.name] : []))

test.each(names)('the sources of the example bot "%s" have their form', async name => {
  const cwd = join(bots, name)
  const files = await formatFiles(await openProject({ cwd }), [], { write: false })
  expect(files.filter(({ isPassedOver }) => !isPassedOver).length).toBeGreaterThan(5)
  expect(files.filter(({ isChanged, findings, fault }) => isChanged || findings || fault)).toEqual([])
})

test('unreadable files are reported, and the others are formatted', async () => {
  const folder = projectFolder({
    'scenarios/a.scenario.yaml': Buffer.from([0x74, 0xff]),
    'scenarios/b.scenario.yaml': soundSource.replace('title: ', 'title:   '),
  })
  const files = await formatFiles(await openProject({ cwd: folder }), [], { write: true })
  const told = files.map(({ file, isChanged, findings }) => [file, isChanged, findings?.[0]?.range.start.column])
  expect(told).toEqual([
    ['scenarios/a.scenario.yaml', false, 2],
    ['scenarios/b.scenario.yaml', true, undefined],
  ])
  expect(readFileSync(join(folder, 'scenarios/a.scenario.yaml'))).toEqual(Buffer.from([0x74, 0xff]))
  expect(readFileSync(join(folder, 'scenarios/b.scenario.yaml'), 'utf8')).toBe(soundSource)
})

test('a write-protected file stays as it is, and the message says why', async () => {
  const text = soundSource.replace('title: ', 'title:   ')
  const folder = projectFolder({ 'scenarios/a.scenario.yaml': text })
  const path = join(folder, 'scenarios/a.scenario.yaml')
  chmodSync(path, 0o444)
  const project = await openProject({ cwd: folder })
  await expect(formatFiles(project, [], { write: true })).rejects.toThrow(
    /a\.scenario\.yaml" cannot be written: it is write-protected$/,
  )
  expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual([text, 0o444])
  expect(readdirSync(join(folder, 'scenarios'))).toEqual(['a.scenario.yaml'])
  expect(await formatFiles(project, [], { write: false })).toMatchObject([{ isChanged: true }])
})

test('the message about a file that is gone says so', async () => {
  const path = join(projectFolder({}), 'a.scenario.yaml')
  await expect(replaceFile(path, 'title: T\n')).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(/a\.scenario\.yaml" cannot be written: it does not exist$/),
  })
})

test('a file outside of the project is rejected', async () => {
  const [folder, other] = [projectFolder({ 'scenewright.config.yaml': '' }), projectFolder({ 'a.yaml': 'a:  1\n' })]
  const project = await openProject({ cwd: folder })
  await expect(formatFiles(project, [join(other, 'a.yaml')], { write: true })).rejects.toBeInstanceOf(OperationError)
  expect(readFileSync(join(other, 'a.yaml'), 'utf8')).toBe('a:  1\n')
})
