import type { LabReport } from '../../../commands/lab/lab-report.ts'

/** More rows are not readable: the list of pairs is complete. */
const maxRows = 14

/** The scenarios that are confused most, as a table: whose examples start what. */
export function Matrix({ report }: { readonly report: LabReport }) {
  const keys = [...new Set(report.collisions.flatMap(({ scenarios }) => scenarios))].slice(0, maxRows).sort()
  if (keys.length === 0) return null
  const cells = new Map(report.confusion.map(cell => [`${cell.own} ${cell.other}`, cell]))
  return (
    <section class="card" aria-labelledby="matrix">
      <h2 id="matrix">Confusion matrix</h2>
      <p class="soft">
        A row has the examples of a scenario, a column what they start. The most confused scenarios only.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keys */}
      <section class="wide" tabIndex={0} aria-label="Confusion matrix, scrollable">
        <table class="matrix">
          <thead>
            <tr>
              <td />
              {keys.map((key, index) => (
                <th key={key} scope="col">
                  <abbr title={key}>{index + 1}</abbr>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {keys.map((own, index) => (
              <tr key={own}>
                <th scope="row">
                  {index + 1} <bdi>{own}</bdi>
                </th>
                {keys.map(other => {
                  const count = cells.get(`${own} ${other}`)?.started ?? 0
                  return (
                    <td key={other} class={count === 0 ? '' : own === other ? 'own' : 'confused'}>
                      {count === 0 ? '' : count}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
