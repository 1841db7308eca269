import type { LabReport } from '../../../commands/lab/lab-report.ts'

type Thresholds = LabReport['thresholds']

const size = { width: 560, height: 220, left: 44, bottom: 28, top: 12 } as const

const lines = [
  { field: 'right', label: 'start their own scenario', look: 'right' },
  { field: 'wrong', label: 'start another scenario', look: 'wrong' },
  { field: 'none', label: 'start nothing', look: 'none' },
] as const

/** What would come of the examples with other thresholds: a curve, and the same as a table. */
export function ThresholdCurve({ thresholds }: { readonly thresholds: Thresholds }) {
  const { points, present, suggested } = thresholds
  const most = Math.max(1, ...points.map(({ right, wrong, none }) => Math.max(right, wrong, none)))
  const x = (threshold: number) => size.left + ((threshold - 50) / 50) * (size.width - size.left - 12)
  const y = (count: number) => size.top + (1 - count / most) * (size.height - size.top - size.bottom)
  return (
    <section class="card" aria-labelledby="curve">
      <h2 id="curve">Threshold</h2>
      <p>
        Most scenarios start from {present} on.
        {suggested !== null && suggested !== present && ` The examples suggest ${suggested}.`}
      </p>
      <svg class="curve" viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
        <path class="axis" d={`M${size.left} ${size.top}V${y(0)}H${size.width - 12}`} />
        <path class="present" d={`M${x(present)} ${size.top}V${y(0)}`} />
        {lines.map(({ field, look }) => (
          <path
            key={field}
            class={`line ${look}`}
            d={points
              .map((point, index) => `${index === 0 ? 'M' : 'L'}${x(point.min_confidence)} ${y(point[field])}`)
              .join('')}
          />
        ))}
        {[50, 60, 70, 80, 90, 100].map(threshold => (
          <text key={threshold} x={x(threshold)} y={size.height - 8}>
            {threshold}
          </text>
        ))}
        <text class="count" x={size.left - 6} y={size.top + 8}>
          {most}
        </text>
        <text class="count" x={size.left - 6} y={y(0)}>
          0
        </text>
      </svg>
      <ul class="legend">
        {lines.map(({ field, label, look }) => (
          <li key={field}>
            <svg width="28" height="10" aria-hidden="true" class="curve">
              <path class={`line ${look}`} d="M0 5H28" />
            </svg>{' '}
            {label}
          </li>
        ))}
      </ul>
      <details>
        <summary>As a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Threshold</th>
              {lines.map(({ field, label }) => (
                <th key={field} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points
              .filter(({ min_confidence }) => min_confidence % 5 === 0)
              .map(point => (
                <tr key={point.min_confidence}>
                  <th scope="row">{point.min_confidence}</th>
                  {lines.map(({ field }) => (
                    <td key={field}>{point[field]}</td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}
