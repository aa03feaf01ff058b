import ts from 'typescript'

const settingName = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/

/** The environment variables of server/config-settings.ts: every property, literal or member spelt LIKE_THIS in it. */
export const settingsInCode = (text: string): string[] => {
  const source = ts.createSourceFile('config-settings.ts', text, ts.ScriptTarget.Latest, true)
  const names = new Set<string>()
  const visit = (node: ts.Node): void => {
    const isKey = (ts.isPropertyAssignment(node) || ts.isPropertyAccessExpression(node)) && ts.isIdentifier(node.name)
    const name = ts.isStringLiteral(node) ? node.text : isKey ? node.name.text : ''
    if (name.length > 2 && settingName.test(name)) names.add(name)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return [...names].sort()
}

/** The environment variables in the README: first cells of table rows, spelt `LIKE_THIS`. */
export const settingsInReadme = (text: string): string[] => {
  const cells = text.split('\n').flatMap((line) => /^\|([^|]+)\|/.exec(line)?.[1] ?? [])
  const names = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''))
  return [...new Set(names.filter((name) => settingName.test(name)))].sort()
}
