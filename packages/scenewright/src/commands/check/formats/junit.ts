import type { Finding } from '@scenewright/model'
import { visible } from '@scenewright/model/text'
import { attribute, escaped } from '../../../render/xml.ts'
import type { FindingsFormat, FormatContext } from './format.ts'
import { onOneLine, placeOf } from './wording.ts'

type Layout = Pick<FormatContext, 'folder' | 'failing'>

/**
 * JUnit XML: one suite per file, one case per finding, one passed case for a file without findings. Findings that make
 * the command fail are failures; the others are passed cases with the finding as output.
 */
export const junit: FindingsFormat = ({ files, findings }, layout) => {
  const byFile = new Map<string, Finding[]>(files.map(file => [file, []]))
  for (const finding of findings) {
    const there = byFile.get(finding.file)
    if (there === undefined) byFile.set(finding.file, [finding])
    else there.push(finding)
  }
  const suites = [...byFile].map(([file, found]) => suite(file, found, layout))
  const tests = [...byFile.values()].reduce((sum, found) => sum + Math.max(1, found.length), 0)
  const head = `<testsuites name="scenewright check"${counts(tests, findings, layout)}>`
  return ['<?xml version="1.0" encoding="UTF-8"?>', head, ...suites, '</testsuites>', ''].join('\n')
}

function suite(file: string, findings: readonly Finding[], layout: Layout): string {
  const path = attribute(layout.folder + file)
  const cases =
    findings.length > 0
      ? findings.map(finding => testCase(finding, path, layout))
      : [`    <testcase name="no findings" classname=${path} file=${path}/>`]
  const head = `  <testsuite name=${path}${counts(cases.length, findings, layout)}>`
  return [head, ...cases, '  </testsuite>'].join('\n')
}

function testCase(finding: Finding, path: string, { folder, failing }: Layout): string {
  const { rule, range, severity } = finding
  const place = placeOf(finding, folder)
  const name = attribute(`${rule} (${range.start.line}:${range.start.column})`)
  const head = `    <testcase name=${name} classname=${path} file=${path} line="${range.start.line}">`
  const text = `${place}  ${severity}  ${rule}\n${detail(finding)}`
  const body = failing.has(severity)
    ? `<failure type=${attribute(rule)} message=${attribute(onOneLine(finding))}>${escaped(text)}</failure>`
    : `<system-out>${escaped(text)}</system-out>`
  return `${head}\n      ${body}\n    </testcase>`
}

function detail({ message, help, walk }: Finding): string {
  return [message, walk && `walk: ${walk.join(' -> ')}`, help && `help: ${help}`]
    .filter(line => line !== undefined)
    .map(visible)
    .join('\n')
}

function counts(tests: number, findings: readonly Finding[], { failing }: Layout): string {
  const failures = findings.filter(({ severity }) => failing.has(severity)).length
  return ` tests="${tests}" failures="${failures}" errors="0" skipped="0"`
}
