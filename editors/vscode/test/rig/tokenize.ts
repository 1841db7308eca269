import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What is used of the tokenizer of VS Code, `vscode-textmate`. */
interface Textmate {
  readonly INITIAL: unknown
  parseRawGrammar(text: string, file: string): unknown
  readonly Registry: new (options: {
    readonly onigLib: Promise<unknown>
    readonly loadGrammar: (scope: string) => Promise<unknown>
  }) => { loadGrammar(scope: string): Promise<Grammar> }
}

interface Grammar {
  tokenizeLine(
    line: string,
    state: unknown,
  ): {
    readonly ruleStack: unknown
    readonly tokens: readonly { readonly startIndex: number; readonly endIndex: number; readonly scopes: string[] }[]
  }
}

const own = fileURLToPath(new URL('../../syntaxes/scenewright.tmLanguage.json', import.meta.url))

/** The parts of a scenario to which our grammar gives a scope of its own, with this scope, as VS Code itself reads it. */
export async function ownTokensOf(vscode: string, text: string): Promise<readonly (readonly [string, string])[]> {
  // Libraries of VS Code, not of ours.
  const load = createRequire(join(vscode, 'package.json'))
  const textmate = load('vscode-textmate') as Textmate
  const oniguruma = load('vscode-oniguruma')
  await oniguruma.loadWASM(readFileSync(load.resolve('vscode-oniguruma/release/onig.wasm')))
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns: string[]) => new oniguruma.OnigScanner(patterns),
      createOnigString: (line: string) => new oniguruma.OnigString(line),
    }),
    loadGrammar: async scope => {
      const file = scope === 'source.scenewright' ? own : yamlGrammar(vscode, scope)
      return textmate.parseRawGrammar(readFileSync(file, 'utf8'), file)
    },
  })
  const grammar = await registry.loadGrammar('source.scenewright')
  let state = textmate.INITIAL
  return text.split('\n').flatMap(line => {
    const { ruleStack, tokens } = grammar.tokenizeLine(line, state)
    state = ruleStack
    return tokens.flatMap(({ startIndex, endIndex, scopes }) => {
      const scope = scopes.at(-1) ?? ''
      const isOwn = scope.endsWith('.scenewright') && scope !== 'source.scenewright'
      return isOwn ? [[line.slice(startIndex, endIndex), scope.replace('.scenewright', '')] as const] : []
    })
  })
}

/** VS Code has a file for each version of YAML: `source.yaml.1.2` is yaml-1.2.tmLanguage.json. */
function yamlGrammar(vscode: string, scope: string): string {
  const name = scope.replace('source.', '').replace('.', '-')
  return join(vscode, 'extensions/yaml/syntaxes', `${name}.tmLanguage.json`)
}
