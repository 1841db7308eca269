import { botDefaults } from '@scenewright/model/config'
import type { LabReport } from '../../src/commands/lab/lab-report.ts'

/** A report of a small bot, with one text of somebody else's wherever a report has one. */
export function reportWith(text: string): LabReport {
  const outcomes = { right: 3, asked: 1, astray: 0, wrong: 1, none: 1 }
  const points = Array.from({ length: 51 }, (_none, step) => ({ min_confidence: 50 + step, foreign: 1, ...outcomes }))
  const survey = { min_confidence: 78, examples: 3, outcomes, taken: 1, recall: 0.5, precision: 0.75 }
  const labelled = { right: 1, asked: 0, askedOther: 0, wrong: 1, nothing: 1, outOfScopeStarted: 1 }
  return {
    version: 1,
    settings: botDefaults,
    scored_by: text,
    examples: { tried: 6, left_out: 0 },
    outcomes,
    scenarios: [
      { scenario: text, ...survey, marks: ['silent'] },
      { scenario: 'other', ...survey, marks: ['dead', 'greedy'] },
    ],
    confusion: [
      { own: text, other: text, started: 2, asked: 0, none: 0 },
      { own: text, other: 'other', started: 1, asked: 0, none: 0 },
      { own: 'other', other: null, started: 0, asked: 0, none: 1 },
    ],
    collisions: [
      {
        scenarios: ['other', text],
        started: 1,
        asked: 0,
        advice: { kind: 'exclusion', scenario: text, text },
        examples: [
          {
            scenario: text,
            example: 0,
            text,
            confidence: 61.5,
            rival: 'other',
            rival_confidence: 88,
            starts: true,
            nearest: { example: 0, text, likeness: 0.5 },
          },
        ],
      },
    ],
    thresholds: { present: 78, varies: false, suggested: 80, foreign: 4, points },
    margins: {
      present: 12,
      enabled: false,
      points: Array.from({ length: 31 }, (_none, margin) => ({ margin, ...outcomes })),
    },
    replay: {
      file: text,
      left_out: 0,
      messages: 5,
      distinct: 3,
      started: 2,
      asked: 1,
      none: 2,
      scenarios: [{ scenario: text, started: 2, asked: 1, samples: [text] }],
      clusters: [
        {
          messages: 2,
          distinct: 2,
          typical: text,
          words: [text],
          samples: [text],
          nearest: { scenario: text, confidence: 55, share: 1 },
        },
      ],
      ungrouped: 0,
    },
    evaluation: {
      messages: 4,
      unlabelled: 1,
      right: 1,
      asked: 0,
      askedOther: 0,
      wrong: 1,
      nothing: 1,
      outOfScope: { messages: 1, started: 1 },
      top1: 2,
      intervals: { right: [10, 60], wrong: [10, 60] },
      scenarios: [{ key: text, messages: 3, right: 1, precision: 0.5, recall: 0.3333, f1: null }],
      confusions: [
        { expected: text, started: 'other', count: 1 },
        { expected: 'none', started: text, count: 1 },
      ],
      curve: Array.from({ length: 61 }, (_none, step) => ({ threshold: 40 + step, ...labelled })),
      clarifyCurve: Array.from({ length: 61 }, (_none, step) => ({ minConfidence: 40 + step, ...labelled })),
      marginCurve: Array.from({ length: 31 }, (_none, margin) => ({ margin, ...labelled })),
      advice: {
        threshold: 70,
        cost: 3,
        presentCost: 11,
        right: 1,
        wrong: 0,
        outOfScopeStarted: 0,
        interval: [65, 75],
        minMessages: 30,
      },
    },
    nearMisses: [
      { message: text, count: 2, scenario: text, confidence: 70.5, lacks: 7.5, gains: 3, takes: 0 },
      { message: 'not measured', count: 1, scenario: text, confidence: 70, lacks: 8 },
      { message: 'labelled', count: 1, scenario: text, confidence: 70, lacks: 8, expected: text, nearest: 'twin' },
    ],
    tuning: {
      default: { from: 78, to: 74 },
      scenarios: [{ key: text, messages: 20, from: 78, to: 81 }],
      minMessages: 16,
      tooFew: [{ key: text, messages: 3 }],
      heldOut: { before: { ...labelled, cost: 11 }, after: { ...labelled, wrong: 0, cost: 6 } },
    },
  }
}
