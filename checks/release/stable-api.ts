/*
 * Whether a description of the API (OpenAPI 3.1) keeps what an earlier one promised. docs/api-stability.md says what
 * that means; only calls marked stable are compared.
 */

type Schema = { readonly [keyword: string]: unknown }
type Content = Record<string, { schema?: Schema }>
type Operation = {
  operationId: string
  'x-stability'?: string
  security?: unknown
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { content?: Content }>
}
export type Description = {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

/** Whether values go to the portal, which must take all that it took, or come from it, where new fields harm nobody. */
type Direction = 'input' | 'reply'

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const propertiesOf = (schema: Schema) => (schema.properties ?? {}) as Record<string, Schema>
const requiredOf = (schema: Schema) => new Set((schema.required ?? []) as string[])

/** The forms that a value may have: the alternatives of a schema, each of one type. */
const formsOf = (schema: Schema): Schema[] => {
  const alternatives = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (alternatives !== undefined) return alternatives.flatMap(formsOf)
  if (Array.isArray(schema.allOf)) return [(schema.allOf as Schema[]).reduce(joined, { ...schema, allOf: undefined })]
  const kinds = new Set((valuesOf(schema) ?? []).map(typeOfValue))
  if (schema.enum !== undefined && kinds.size > 1) {
    return [...kinds].map((kind) => ({ enum: valuesOf(schema)?.filter((value) => typeOfValue(value) === kind) }))
  }
  if (Array.isArray(schema.type)) return schema.type.map((type) => ({ ...schema, type }))
  return [schema]
}

const joined = (one: Schema, other: Schema): Schema => ({
  ...one,
  ...other,
  properties: { ...propertiesOf(one), ...propertiesOf(other) },
  required: [...requiredOf(one), ...requiredOf(other)],
})

const valuesOf = (schema: Schema): unknown[] | undefined =>
  schema.const === undefined ? (schema.enum as unknown[] | undefined) : [schema.const]

const typeOfValue = (value: unknown) => (value === null ? 'null' : typeof value)

const typeOf = (schema: Schema): unknown => {
  if (schema.type !== undefined) return schema.type
  const [value] = valuesOf(schema) ?? []
  if (value !== undefined) return typeOfValue(value)
  return schema.properties === undefined ? undefined : 'object'
}

const lowerBounds = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'minProperties']
const upperBounds = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'maxProperties']

/** What of a form's bounds `wide` does not admit. Replies may have other bounds: a reader takes any text or number. */
const boundFaults = (wide: Schema, narrow: Schema, path: string): string[] => [
  ...lowerBounds
    .filter((name) => Number(wide[name] ?? Number.NEGATIVE_INFINITY) > Number(narrow[name] ?? Number.NEGATIVE_INFINITY))
    .filter((name) => !(name.startsWith('min') && Number(wide[name]) <= 0 && !name.endsWith('imum')))
    .map((name) => `${path}: ${name} is higher`),
  ...upperBounds
    .filter((name) => Number(wide[name] ?? Number.POSITIVE_INFINITY) < Number(narrow[name] ?? Number.POSITIVE_INFINITY))
    .map((name) => `${path}: ${name} is lower`),
  ...['pattern', 'format', 'multipleOf', 'uniqueItems']
    .filter((name) => wide[name] !== undefined && wide[name] !== false && wide[name] !== narrow[name])
    .map((name) => `${path}: ${name} is another`),
]

const valueFaults = (wide: Schema, narrow: Schema, direction: Direction, path: string): string[] => {
  const [allowed, possible] = [valuesOf(wide), valuesOf(narrow)]
  // New values in replies (another status, another kind) are announced in the promise: readers pass over them.
  if (allowed === undefined || direction === 'reply') return []
  if (possible === undefined) return [`${path}: takes only certain values`]
  const lost = possible.filter((value) => !allowed.includes(value))
  return lost.length > 0 ? [`${path}: ${lost.join(', ')} is not taken any more`] : []
}

const objectFaults = (earlier: Schema, later: Schema, direction: Direction, path: string): string[] => {
  const [before, after] = [propertiesOf(earlier), propertiesOf(later)]
  const [neededBefore, neededAfter] = [requiredOf(earlier), requiredOf(later)]
  const names = Object.keys(before).filter((name) => after[name] !== undefined)
  const changed = direction === 'input' ? neededAfter.difference(neededBefore) : neededBefore.difference(neededAfter)
  const closed = direction === 'input' && later.additionalProperties === false && earlier.additionalProperties !== false
  return [
    ...Object.keys(before)
      .filter((name) => after[name] === undefined)
      .map((name) => `${path}.${name} is gone`),
    ...[...changed]
      .filter((name) => direction === 'input' || after[name] !== undefined)
      .map((name) => `${path}.${name} ${direction === 'input' ? 'is needed now' : 'may be missing now'}`),
    ...(closed ? [`${path}: takes no other fields any more`] : []),
    ...names.flatMap((name) => schemaFaults(before[name] ?? {}, after[name] ?? {}, direction, `${path}.${name}`)),
    ...recordFaults(earlier, later, direction, path),
  ]
}

/** Objects with any names: the schema of their values. */
const recordFaults = (earlier: Schema, later: Schema, direction: Direction, path: string): string[] => {
  const valueSchema = (schema: Schema) => {
    const [pattern] = Object.values((schema.patternProperties ?? {}) as Record<string, Schema>)
    return pattern ?? (isSchema(schema.additionalProperties) ? schema.additionalProperties : undefined)
  }
  const [before, after] = [valueSchema(earlier), valueSchema(later)]
  if (before === undefined) return []
  if (after === undefined) return [`${path}: its values are described otherwise`]
  return schemaFaults(before, after, direction, `${path}.*`)
}

const formFaults = (earlier: Schema, later: Schema, direction: Direction, path: string): string[] => {
  const [wide, narrow] = direction === 'input' ? [later, earlier] : [earlier, later]
  const [type, narrowType] = [typeOf(wide), typeOf(narrow)]
  if (type === undefined) return []
  if (type !== narrowType && !(type === 'number' && narrowType === 'integer')) {
    return [`${path}: was ${typeOf(earlier) ?? 'anything'}, is ${typeOf(later) ?? 'anything'}`]
  }
  return [
    ...(direction === 'input' ? boundFaults(wide, narrow, path) : []),
    ...valueFaults(wide, narrow, direction, path),
    ...(type === 'object' ? objectFaults(earlier, later, direction, path) : []),
    ...(type === 'array' && isSchema(earlier.items)
      ? schemaFaults(earlier.items, isSchema(later.items) ? later.items : {}, direction, `${path}[]`)
      : []),
  ]
}

/** Where `later` breaks what `earlier` promised: each form of the one must agree with a form of the other. */
const schemaFaults = (earlier: Schema, later: Schema, direction: Direction, path: string): string[] => {
  const [before, after] = [formsOf(earlier), formsOf(later)]
  const compare = (one: Schema, other: Schema) =>
    direction === 'input' ? formFaults(one, other, direction, path) : formFaults(other, one, direction, path)
  const [subjects, others] = direction === 'input' ? [before, after] : [after, before]
  return subjects.flatMap((subject) => {
    const attempts = others.map((other) => compare(subject, other))
    // The nearest form tells best what has changed.
    return attempts.toSorted((one, other) => one.length - other.length)[0] ?? [`${path}: nothing is left`]
  })
}

const contentFaults = (earlier: Content = {}, later: Content = {}, direction: Direction, path: string): string[] =>
  Object.entries(earlier).flatMap(([type, { schema }]) => {
    const other = later[type]
    if (other === undefined) return [`${path}: ${type} is gone`]
    return schema === undefined ? [] : schemaFaults(schema, other.schema ?? {}, direction, path)
  })

const operationFaults = (earlier: Operation, later: Operation | undefined): string[] => {
  if (later === undefined) return ['is gone']
  if (later['x-stability'] !== 'stable') return ['is not marked as stable any more']
  const parametersOf = ({ parameters = [] }: Operation) =>
    new Map(parameters.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]))
  const [before, after] = [parametersOf(earlier), parametersOf(later)]
  const isSuccess = (status: string) => status.startsWith('2')
  const statuses = Object.keys(earlier.responses)
  const unknown = Object.keys(later.responses).filter((status) => isSuccess(status) && !statuses.includes(status))
  return [
    ...(JSON.stringify(earlier.security) === JSON.stringify(later.security) ? [] : ['is authorised otherwise']),
    ...[...before].flatMap(([name, one]) => {
      const other = after.get(name)
      return other === undefined ? [`${name} is gone`] : schemaFaults(one.schema, other.schema, 'input', name)
    }),
    ...[...after]
      .filter(([name, { required }]) => required && before.get(name)?.required !== true)
      .map(([name]) => `${name} is needed now`),
    ...(later.requestBody?.required && !earlier.requestBody ? ['needs a body now'] : []),
    ...contentFaults(earlier.requestBody?.content, later.requestBody?.content, 'input', 'body'),
    ...statuses.filter((status) => later.responses[status] === undefined).map((status) => `${status} is gone`),
    ...unknown.map((status) => `${status} is a new answer`),
    ...statuses
      .filter((status) => later.responses[status] !== undefined)
      .flatMap((status) =>
        contentFaults(earlier.responses[status]?.content, later.responses[status]?.content, 'reply', `reply ${status}`),
      ),
  ]
}

/** Where a later description breaks what an earlier one promised of its stable calls. */
export const brokenPromises = (earlier: Description, later: Description): string[] => [
  ...Object.entries(earlier.components?.schemas ?? {}).flatMap(([name, schema]) =>
    schemaFaults(schema, later.components?.schemas?.[name] ?? {}, 'reply', name),
  ),
  ...Object.entries(earlier.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => operation['x-stability'] === 'stable')
      .flatMap(([method, operation]) =>
        operationFaults(operation, later.paths[path]?.[method]).map(
          (fault) => `${method.toUpperCase()} ${path}: ${fault}`,
        ),
      ),
  ),
]

/** Words about the API, in which nothing is promised; a field of one of these names is a schema and stays. */
const isProse = (name: string, value: unknown) =>
  (/^(summary|description)$/.test(name) && typeof value === 'string') ||
  (/^examples?$/.test(name) && !(isSchema(value) && (value.type ?? value.anyOf ?? value.enum) !== undefined))

/** The stable calls of a description, without its words: what a release keeps to compare later ones with. */
export const stablePart = ({ paths, components }: Description): Description => {
  const calls = Object.entries(paths).flatMap(([path, operations]) => {
    const stable = Object.entries(operations).filter(([, operation]) => operation['x-stability'] === 'stable')
    return stable.length === 0 ? [] : [[path, Object.fromEntries(stable)] as const]
  })
  const part = { paths: Object.fromEntries(calls), components: { schemas: components?.schemas ?? {} } }
  const text = JSON.stringify(part, (name, value: unknown) => (isProse(name, value) ? undefined : value))
  return JSON.parse(text) as Description
}
