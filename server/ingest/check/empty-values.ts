import type { Problem } from '#server/formats/message.ts'

/*
 * An absent property, null and "" all mean "not known": they become absent, so that one check and one content hash
 * serve all three. Texts that the database cannot store are reported here, before anything else reads them.
 */
const maxDepth = 12
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** The value without empty properties; a text that cannot be stored is added to `problems`. */
export function dropEmptyValues(value: unknown, problems: Problem[], path = '$', depth = 0): unknown {
  if (typeof value === 'string') {
    if (controlCharacters.test(value) || !value.isWellFormed())
      problems.push({ path, message: unstorableMessage(path, value) })
    return value
  }
  if (typeof value !== 'object' || value === null) return value
  if (depth > maxDepth) {
    problems.push({ path, message: `"${path}" is nested deeper than a document ever is.` })
    return undefined
  }
  return Array.isArray(value)
    ? dropEmptyInList(value, problems, path, depth)
    : dropEmptyInObject(value, problems, path, depth)
}

function dropEmptyInList(list: unknown[], problems: Problem[], path: string, depth: number): unknown[] {
  const entries: unknown[] = []
  for (let index = 0; index < list.length; index++) {
    const item = list[index]
    if (item !== '') entries.push(dropEmptyValues(item, problems, `${path}[${index}]`, depth + 1))
  }
  return entries
}

function dropEmptyInObject(object: object, problems: Problem[], path: string, depth: number): object {
  // Without a prototype, so that a property called __proto__ is refused as unknown like any other.
  const properties: Record<string, unknown> = Object.create(null)
  for (const [name, value] of Object.entries(object)) {
    if (value !== null && value !== '')
      properties[name] = dropEmptyValues(value, problems, propertyPath(path, name), depth + 1)
  }
  return properties
}

const longestName = 60

/** The JSON path of a property: `$.totals.gross`, or `$["a b"]` when the name is not a plain word; a long name is cut. */
export function propertyPath(parent: string, name: string): string {
  if (name.length > longestName) return `${parent}[${JSON.stringify(`${name.slice(0, longestName).toWellFormed()}…`)}]`
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? `${parent}.${name}` : `${parent}[${JSON.stringify(name)}]`
}

function unstorableMessage(path: string, text: string): string {
  const controlCharacter = controlCharacters.exec(text)?.[0]
  if (controlCharacter === undefined)
    return `"${path}" holds half of a character (a lone surrogate); send the whole character.`
  const code = controlCharacter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  return `"${path}" holds the control character U+${code}; leave it out.`
}

/**
 * The paths of the properties that a message sets to null or "": those of the document, of its totals, details and
 * shipment, and of its lines.
 */
export function clearedPaths(parsed: object): (string | number)[][] {
  const cleared: (string | number)[][] = []
  const collect = (value: unknown, path: (string | number)[]) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    for (const [name, entry] of Object.entries(value)) if (entry === null || entry === '') cleared.push([...path, name])
  }
  const { totals, details, shipment, lines } = parsed as Record<string, unknown>
  collect(parsed, [])
  for (const [name, value] of Object.entries({ totals, details, shipment })) collect(value, [name])
  if (Array.isArray(lines)) for (const [index, line] of lines.entries()) collect(line, ['lines', index])
  // Only an empty list removes the lines: many programs write null for a list that they have not read.
  return cleared.filter(([name, ...rest]) => name !== 'lines' || rest.length > 0)
}
