import { readFileSync } from 'node:fs'
import { htmlPage } from '../../../render/html-page.ts'
import type { LabFormat } from '../lab-report.ts'
import { dataOf } from './html/data.ts'
import { sections } from './html/sections.ts'

/** One page to click through. Texts of authors and customers stand in it as text, whatever is in them. */
export const html: LabFormat = report =>
  htmlPage({
    title: 'Trigger lab',
    style: asset('page.css'),
    body: sections(report),
    script: asset('page.js'),
    data: dataOf(report),
  })

/** The build puts the folder beside the bundle, where it stands beside this file too. */
function asset(name: string): string {
  return readFileSync(new URL(`./page/${name}`, import.meta.url), 'utf8')
}
