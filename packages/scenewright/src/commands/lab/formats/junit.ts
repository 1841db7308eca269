import { attribute } from '../../../render/xml.ts'
import { gateText } from '../gates.ts'
import type { LabFormat } from '../lab-report.ts'

/** JUnit XML: one case per required minimum or maximum. */
export const junit: LabFormat = ({ gates = [] }) => {
  const failed = gates.filter(({ passed }) => !passed)
  const counts = ` tests="${gates.length}" failures="${failed.length}" errors="0" skipped="0"`
  const cases = gates.map(gate => {
    const head = `    <testcase name=${attribute(`${gate.name} ${gate.required}`)} classname="scenewright lab"`
    if (gate.passed) return `${head}/>\n`
    return `${head}>\n      <failure type=${attribute(gate.name)} message=${attribute(gateText(gate))}/>\n    </testcase>\n`
  })
  return [
    `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="scenewright lab"${counts}>\n`,
    `  <testsuite name="scenewright lab"${counts}>\n${cases.join('')}  </testsuite>\n</testsuites>\n`,
  ].join('')
}
