import { shorten } from '@scenewright/model/text'
import { ts } from 'ts-morph'
import type { Value } from './value.ts'

/** Describes a value for a message: "a text", "a list". */
export function describe(value: Value): string {
  if (value.kind !== 'scalar') return kinds[value.kind]
  const { data } = value
  if (data === null || data === undefined) return String(data)
  if (typeof data === 'string') return 'a text'
  return typeof data === 'number' ? 'a number' : `${data}`
}

/** A piece of source in a message, shortened. */
export function excerpt(node: ts.Node, tree: ts.SourceFile): string {
  return shorten(node.getText(tree).replace(/\s+/g, ' '), 40)
}

/** Describes syntax that the evaluator does not support, as the subject of a message. */
export function describeSyntax(node: ts.Node): string {
  return syntax[node.kind] ?? `This (${ts.SyntaxKind[node.kind]})`
}

const kinds = { list: 'a list', mapping: 'an object', function: 'a function', namespace: 'a module' } as const

const loop = 'A loop'
const jsx = 'JSX'

const syntax: Readonly<Partial<Record<ts.SyntaxKind, string>>> = {
  [ts.SyntaxKind.AwaitExpression]: '"await"',
  [ts.SyntaxKind.BigIntLiteral]: 'A "bigint" number',
  [ts.SyntaxKind.BreakStatement]: '"break"',
  [ts.SyntaxKind.ClassDeclaration]: 'A class',
  [ts.SyntaxKind.ClassExpression]: 'A class',
  [ts.SyntaxKind.ContinueStatement]: '"continue"',
  [ts.SyntaxKind.DebuggerStatement]: '"debugger"',
  [ts.SyntaxKind.DeleteExpression]: '"delete"',
  [ts.SyntaxKind.DoStatement]: loop,
  [ts.SyntaxKind.ExportAssignment]: '"export ="',
  [ts.SyntaxKind.ExpressionStatement]: 'An expression statement',
  [ts.SyntaxKind.ForInStatement]: loop,
  [ts.SyntaxKind.ForOfStatement]: loop,
  [ts.SyntaxKind.ForStatement]: loop,
  [ts.SyntaxKind.GetAccessor]: 'A getter',
  [ts.SyntaxKind.IfStatement]: '"if" outside a function',
  [ts.SyntaxKind.ImportEqualsDeclaration]: '"import … ="',
  [ts.SyntaxKind.ImportKeyword]: '"import()"',
  [ts.SyntaxKind.JsxElement]: jsx,
  [ts.SyntaxKind.JsxFragment]: jsx,
  [ts.SyntaxKind.JsxSelfClosingElement]: jsx,
  [ts.SyntaxKind.LabeledStatement]: 'A label',
  [ts.SyntaxKind.MetaProperty]: '"import.meta"',
  [ts.SyntaxKind.ModuleDeclaration]: 'A namespace',
  [ts.SyntaxKind.NewExpression]: '"new"',
  [ts.SyntaxKind.OmittedExpression]: 'An empty slot in a list',
  [ts.SyntaxKind.PostfixUnaryExpression]: 'An assignment',
  [ts.SyntaxKind.PrivateIdentifier]: 'A private name',
  [ts.SyntaxKind.RegularExpressionLiteral]: 'A regular expression',
  [ts.SyntaxKind.ReturnStatement]: '"return" outside a function',
  [ts.SyntaxKind.SetAccessor]: 'A setter',
  [ts.SyntaxKind.SuperKeyword]: '"super"',
  [ts.SyntaxKind.SwitchStatement]: '"switch" outside a function',
  [ts.SyntaxKind.TaggedTemplateExpression]: 'A tagged template',
  [ts.SyntaxKind.ThisKeyword]: '"this"',
  [ts.SyntaxKind.ThrowStatement]: '"throw"',
  [ts.SyntaxKind.TryStatement]: '"try"',
  [ts.SyntaxKind.VoidExpression]: '"void"',
  [ts.SyntaxKind.WhileStatement]: loop,
  [ts.SyntaxKind.WithStatement]: '"with"',
  [ts.SyntaxKind.YieldExpression]: '"yield"',
}
