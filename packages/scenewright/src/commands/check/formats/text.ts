import { findingsText } from '../../../render/findings-text.ts'
import type { FindingsFormat } from './format.ts'

/** For people at a terminal. */
export const text: FindingsFormat = ({ findings }, { root, color }) => findingsText(findings, root, color)
