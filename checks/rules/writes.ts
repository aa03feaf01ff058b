import ts from 'typescript'
import { isTest, type SourceFile } from './project-files.ts'

/** A change of data that a component can start: where it is made, and whether the component says why it failed. */
export type Write = { name: string; isTold: boolean }

type Code = { path: string; name: string; node: ts.FunctionDeclaration }

/** The attributes by which a button, or what stands beside it, gets to know a write. */
const tellingAttributes = /^(write|of|save)$/

const any = (node: ts.Node, test: (node: ts.Node) => boolean): boolean =>
  test(node) || (ts.forEachChild(node, (child) => any(child, test) || undefined) ?? false)
const names = (node: ts.Node, name: string) => any(node, (inner) => ts.isIdentifier(inner) && inner.text === name)
const isCallOf = (node: ts.Node | undefined, functions: ReadonlySet<string>): boolean =>
  node !== undefined &&
  ts.isCallExpression(node) &&
  ts.isIdentifier(node.expression) &&
  functions.has(node.expression.text)

const functionsIn = ({ path, text }: SourceFile): Code[] =>
  ts
    .createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
    .statements.filter(ts.isFunctionDeclaration)
    .map((node) => ({ path, name: node.name?.text ?? '', node }))

/** The hooks that make a mutation: the library's, and each of ours that calls one of them. */
const mutationHooks = (functions: readonly Code[]): ReadonlySet<string> => {
  const hooks = new Set(['useMutation'])
  for (let size = 0; size < hooks.size; ) {
    size = hooks.size
    for (const { name, node } of functions)
      if (/^use[A-Z]/.test(name) && any(node, (inner) => isCallOf(inner, hooks))) hooks.add(name)
  }
  return hooks
}

/** Whether a component hands a write to something that says why it failed. */
const tells = (component: ts.Node, bound: ts.BindingName, formIsTold: boolean): boolean => {
  const variables = ts.isIdentifier(bound) ? [bound.text] : bound.elements.map((element) => element.getText())
  return variables.some((name) =>
    any(component, (node) => {
      if (ts.isJsxAttribute(node)) return tellingAttributes.test(node.name.getText()) && names(node, name)
      if (!ts.isPropertyAccessExpression(node) || node.expression.getText() !== name) return false
      return (
        node.name.text === 'error' ||
        (node.name.text === 'mutateAsync' && (formIsTold || ts.isJsxExpression(node.parent)))
      )
    }),
  )
}

/**
 * Every write of the web that a component can start, by construction: each mutation, and each form that needs none. What
 * cannot fail, or has no button and says so, is left out.
 */
export function writesOf(files: readonly SourceFile[]): Write[] {
  const functions = files
    .filter(({ path }) => /^web\/.*\.tsx?$/.test(path) && !isTest(path))
    .flatMap((file) => functionsIn(file))
  const hooks = mutationHooks(functions)
  const forms = new Set(['useForm'])
  return functions
    .filter(({ name }) => /^[A-Z]/.test(name))
    .flatMap(({ path, name, node }) => {
      const made: { hook: string; bound: ts.BindingName }[] = []
      any(node, (inner) => {
        if (ts.isVariableDeclaration(inner) && inner.initializer && ts.isCallExpression(inner.initializer))
          if (
            (isCallOf(inner.initializer, hooks) || isCallOf(inner.initializer, forms)) &&
            !/hasNoButton: true|faultsOf: \(\) => \(\{\}\)/.test(inner.initializer.getText())
          )
            made.push({ hook: inner.initializer.expression.getText(), bound: inner.name })
        return false
      })
      const mutations = made.filter(({ hook }) => hooks.has(hook))
      const formIsTold = made.some(({ hook, bound }) => forms.has(hook) && tells(node, bound, false))
      return (mutations.length > 0 ? mutations : made).map(({ bound }) => ({
        name: `${path} ${name} ${bound.getText().replace(/\s+/g, ' ')}`,
        isTold: tells(node, bound, formIsTold),
      }))
    })
}
