import fc from 'fast-check'
import { XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../model/test/any-character.ts'
import { github } from '../../src/commands/check/formats/github.ts'
import { junit } from '../../src/commands/check/formats/junit.ts'
import { markdown } from '../../src/commands/check/formats/markdown.ts'
import { sarif } from '../../src/commands/check/formats/sarif.ts'
import { context, finding, reportOf } from './sample.ts'

const text = fc.oneof(
  fc.string({ unit: anyCharacter }),
  // UTF-16 units without regard to what they come to: halves of pairs, too.
  fc.array(fc.integer({ min: 0, max: 0xffff })).map(units => String.fromCharCode(...units)),
  fc
    .array(fc.constantFrom('%', '::', ',', ':', '\n', '\r', ']]>', '<', '&', '"', '|', '`', '</code>', '\\', '##['))
    .map(parts => parts.join('x')),
)

const findings = fc
  .record({ message: text, help: text, file: text.map(name => `scenarios/${name}`), walk: fc.array(text) })
  .map(finding)

describe('for any file name and message,', () => {
  test('GitHub gets one command, with only our properties', () => {
    fc.assert(
      fc.property(findings, one => {
        const command = /^::error file=([^,:\r\n]*),line=3,endLine=3,col=5,endColumn=8,title=graph\/trap::[^\r\n]*\n$/
        const [, file = ''] = command.exec(github(reportOf([one]), context)) ?? []
        expect(decoded(file)).toBe(one.file)
      }),
    )
  })

  test('JUnit is XML', () => {
    fc.assert(
      fc.property(findings, one => {
        const xml = junit(reportOf([one]), context)
        expect(XMLValidator.validate(xml)).toBe(true)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no place for these.
        expect(xml.isWellFormed() && !/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/.test(xml)).toBe(true)
      }),
    )
  })

  test('markdown has one row, of three cells', () => {
    fc.assert(
      fc.property(findings, one => {
        const rows = markdown(reportOf([one]), context)
          .split('\n')
          .filter(line => line.startsWith('|'))
        expect(rows).toHaveLength(3)
        expect(rows[2]?.replace(/\\./gs, '').match(/\|/g)).toHaveLength(4)
        expect(rows[2]?.replace(/<\/?code>/g, '')).not.toMatch(/[<>]/)
      }),
    )
  })

  test('SARIF has URIs of ASCII that lead to the file', () => {
    fc.assert(
      fc.property(findings, one => {
        const [result] = JSON.parse(sarif(reportOf([one]), context)).runs[0].results
        const { uri } = result.locations[0].physicalLocation.artifactLocation
        expect(uri).toMatch(/^[\w.~!*'()%/-]+$/)
        expect(decodeURIComponent(uri)).toBe(one.file.toWellFormed())
      }),
    )
  })
})

function decoded(property: string): string {
  const characters: Readonly<Record<string, string>> = { '%25': '%', '%0D': '\r', '%0A': '\n', '%3A': ':', '%2C': ',' }
  return property.replace(/%(?:25|0D|0A|3A|2C)/g, sequence => characters[sequence] ?? '')
}
