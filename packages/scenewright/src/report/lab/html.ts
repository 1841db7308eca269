import type { LabFormat } from './index.ts'
export const html: LabFormat = () => ''
