import type { XmlElement } from '#server/formats/ubl/read/xml.ts'

/*
 * Translates an invoice between its two syntaxes, UN/CEFACT CII and UBL, by rules that read both ways. A rule pairs an
 * element of CII with the element of UBL that has the same meaning in EN 16931.
 *
 * A path names elements below the current one, such as "ram:SpecifiedTradeProduct/ram:Name"; "" is the current element
 * itself, and a path that begins with / starts at the root. A step may be narrowed: [@schemeID=VA] by an attribute, which is also written, [@schemeID] and [!@schemeID] by
 * whether there is one, [ram:TypeCode=50] and [!ram:TypeCode=50] by the text of a child, several texts separated by |. When a path is written, its last
 * element is new, and those above it are new from the step marked with + on; others are taken where they exist.
 */

export type Syntax = 'cii' | 'ubl'

/** A text in the other syntax; undefined when it has none there. */
type Convert = (text: string, element: XmlElement) => string | undefined
export type Codec = { toUbl: Convert; toCii: Convert }

export type Rule = {
  cii: string
  ubl: string
  /** How the text is written in each syntax; the same where absent. */
  codec?: Codec
  /** Attributes that both syntaxes have. */
  attributes?: readonly string[]
  /** Attributes that CII always has, such as the format of a date. */
  marks?: Readonly<Record<string, string>>
  /** Instead of a text: the rules of what stands in the element. */
  rules?: readonly Rule[]
  /** The text of both elements, whatever the other says: it is written wherever the group around it is. */
  fixed?: Readonly<Record<Syntax, string>>
  /** Only read: a place where some programs write what has another place by the standard. */
  readOnly?: true
  /** Only written: it is read in another way. */
  writeOnly?: true
  /** Written once, however often the other syntax says it. */
  once?: true
  /** Written even where nothing stands in it. */
  required?: true
}

type Step = { name: string; isNew: boolean; attribute?: Condition; child?: Condition }
type Condition = { name: string; text: string | undefined; negated: boolean }

const conditionPattern = /\[(!?)(@?)([\w:]+(?:\/[\w:]+)*)(?:=([^\]]*))?\]/

const parsedPaths = new Map<string, Step[]>()

/** The steps of a path; slashes inside brackets belong to the condition. */
function stepsOf(path: string): Step[] {
  const known = parsedPaths.get(path)
  if (known) return known
  const steps = (path.match(/(?:[^/[]|\[[^\]]*\])+/g) ?? []).map((part): Step => {
    const [, negation, at, conditionName, text] = conditionPattern.exec(part) ?? []
    const condition = conditionName === undefined ? undefined : { name: conditionName, text, negated: negation === '!' }
    const name = part.replace(/^\+/, '').replace(/\[.*$/, '')
    return {
      name,
      isNew: part.startsWith('+'),
      ...(condition ? { [at === '@' ? 'attribute' : 'child']: condition } : {}),
    }
  })
  parsedPaths.set(path, steps)
  return steps
}

const holds = ({ text, negated }: Condition, found: readonly string[]) =>
  (text === undefined ? found.length > 0 : text.split('|').some((one) => found.includes(one))) !== negated

function matches(element: XmlElement, { name, attribute, child }: Step): boolean {
  if (element.name !== name) return false
  if (attribute && !holds(attribute, [element.attributes[attribute.name]?.trim() ?? []].flat())) return false
  return (
    !child ||
    holds(
      child,
      find(element, child.name).map(({ text }) => text.trim()),
    )
  )
}

/** All elements at a path below an element. */
export function find(node: XmlElement, path: string): XmlElement[] {
  return stepsOf(path).reduce(
    (elements, step) => elements.flatMap(({ children }) => children.filter((child) => matches(child, step))),
    [startOf(node, path)],
  )
}

/** Where a path begins: at the element, or at the root. */
function startOf(node: XmlElement, path: string): XmlElement {
  return path.startsWith('/') && node.parent ? startOf(node.parent, path) : node
}

/** A new element; `origin` is the element that it was translated from. */
export function newElement(name: string, parent: XmlElement | null, origin?: XmlElement): XmlElement {
  const element = { name, attributes: {}, text: '', children: [], parent, ...(origin ? { origin } : {}) }
  parent?.children.push(element)
  return element
}

/** The element at a path below `node`, new as the path says. */
function create(node: XmlElement, path: string, origin: XmlElement): XmlElement {
  const steps = stepsOf(path)
  const firstNew = steps.findIndex(({ isNew }) => isNew)
  return steps.reduce(
    (parent, step, index) => {
      const isNew = index === steps.length - 1 || (firstNew !== -1 && index >= firstNew)
      const existing = isNew ? undefined : parent.children.find(({ name }) => name === step.name)
      if (existing) return existing
      const { attribute } = step
      const element = newElement(step.name, parent, origin)
      if (attribute?.text !== undefined && !attribute.negated) mark(element, { [attribute.name]: attribute.text })
      return element
    },
    startOf(node, path),
  )
}

const mark = (element: XmlElement, attributes: Readonly<Record<string, string>>) =>
  void Object.assign(element.attributes, attributes)

const commonAttributes = (names: readonly string[], source: XmlElement): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (source.attributes[name] ? [[name, source.attributes[name]]] : [])))

/** Whether an element or anything in it has a text. */
const saysAnything = ({ text, children }: XmlElement): boolean => text.trim() !== '' || children.some(saysAnything)

/** Writes what `source` says to `target`, in the syntax `to`, by these rules. */
export function translate(rules: readonly Rule[], to: Syntax, source: XmlElement, target: XmlElement): void {
  const from: Syntax = to === 'ubl' ? 'cii' : 'ubl'
  for (const rule of rules) {
    if (to === 'cii' ? rule.readOnly : rule.writeOnly) continue
    if (rule.fixed) {
      create(target, rule[to], source).text = rule.fixed[to]
      continue
    }
    const elements = find(source, rule[from]).filter(saysAnything)
    for (const element of rule.once ? elements.slice(0, 1) : elements) {
      if (rule.rules) translateGroup(rule, rule.rules, to, element, target)
      else translateText(rule, to, element, target)
    }
  }
}

function translateGroup(rule: Rule, rules: readonly Rule[], to: Syntax, element: XmlElement, target: XmlElement): void {
  const group = create(target, rule[to], element)
  translate(rules, to, element, group)
  if (group !== target && !rule.required && !saysAnything(group)) remove(group)
}

function remove(element: XmlElement): void {
  const siblings = element.parent?.children
  siblings?.splice(siblings.indexOf(element), 1)
}

function translateText(rule: Rule, to: Syntax, element: XmlElement, target: XmlElement): void {
  const convert = to === 'ubl' ? rule.codec?.toUbl : rule.codec?.toCii
  const text = convert ? convert(element.text, element) : element.text
  if (text === undefined || text === '') return
  const written = create(target, rule[to], element)
  written.text = text
  mark(written, { ...commonAttributes(rule.attributes ?? [], element), ...(to === 'cii' ? rule.marks : {}) })
}
