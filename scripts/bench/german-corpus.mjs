import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A German bot as large as a real one: so many scenarios, and examples of each. */
export const germanBot = { scenarios: 203, examples: 40 }

const subjects =
  'Rechnung Bestellung Lieferung Zahlung Karte Adresse Abholung Quittung Reparatur Garantie Erstattung Kündigung Störung Vollmacht Versicherung Anmeldung Mahnung Prämie Gebühr Buchung Reise Wohnung Heizung Leitung Meldung Urkunde Prüfung Sendung Übergabe Steuer Förderung Genehmigung'.split(
    ' ',
  )
const actions =
  'ändern bezahlen stornieren verlängern beantragen abholen verschicken prüfen melden zurückgeben herunterladen verschieben widerrufen bestätigen'.split(
    ' ',
  )
const qualities =
  'neue alte falsche letzte offene verlorene beschädigte doppelte digitale jährliche vorläufige gemeinsame'.split(' ')

/** Ways to ask about a subject. Compounds, umlauts and inflected forms go through the stemmer. */
const questions = [
  (subject, action, quality) => `Wie kann ich meine ${quality} ${subject} ${action}?`,
  (subject, action) => `Ich möchte die ${subject} ${action}`,
  (subject, _action, quality) => `Wo finde ich meine ${quality} ${subject}?`,
  (subject, action, quality) => `Kann man die ${quality} ${subject} auch online ${action}?`,
  (subject, action) => `${subject}snummer ${action}`,
  (subject, action) => `Warum lässt sich die ${subject} nicht ${action}?`,
  (subject, action, quality) => `Was kostet es, eine ${quality} ${subject} zu ${action}?`,
  (subject, action) => `Bis wann muss ich die ${subject} ${action}?`,
  (subject, action) => `Bitte helfen Sie mir, meine ${subject} zu ${action}`,
  (subject, action, quality) => `Die ${quality} ${subject} ist nicht angekommen, wie kann ich sie ${action}?`,
]

/** Writes the sources of this bot. Deterministic. */
export function writeGermanCorpus(folder, scenarios = germanBot.scenarios) {
  for (let index = 0; index < scenarios; index += 1) {
    const file = join(folder, 'scenarios', `fall-${index}.scenario.yaml`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, source(index))
  }
  return folder
}

function source(index) {
  const subject = subjects[index % subjects.length]
  const action = actions[(index + Math.floor(index / subjects.length) * 3) % actions.length]
  const examples = Array.from({ length: germanBot.examples }, (_, n) => {
    const quality = qualities[(index + n * 5 + Math.floor(n / questions.length)) % qualities.length]
    // Every fourth ten of examples names a second subject, as customers do.
    const beside = n < 30 ? '' : ` wegen der ${subjects[(index * 7 + n) % subjects.length]}`
    return `${questions[n % questions.length](subject, action, quality).replace(/\?$/, '')}${beside} ${n}`
  })
  return [
    `title: ${subject} ${action} ${index}`,
    `trigger_description: Der Kunde will seine ${subject} ${action}, Fall ${index}.`,
    'examples:',
    ...examples.map(example => `  - ${JSON.stringify(example)}`),
    'flow: { nodes: { antwort: { text: Gern., next: ende }, ende: END } }',
    '',
  ].join('\n')
}
