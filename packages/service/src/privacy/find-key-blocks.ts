import type { Found } from './found.ts'

/** The private keys in a text: from the line that begins one to the line that ends it, or as far as it goes. */
export function findKeyBlocks(text: string): readonly Found[] {
  return Array.from(text.matchAll(block), ({ 0: whole, index }) => ({
    kind: 'SECRET',
    start: index,
    end: index + whole.length,
  }))
}

const block =
  /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:(?:[^-]|-(?!----)){0,20000}-----END [A-Z0-9 ]{1,64}-----|(?:\s{1,4}[A-Za-z0-9+/=]{20,128}){0,400})/g
